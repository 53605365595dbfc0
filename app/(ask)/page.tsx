/** `/`: the layout shows an empty conversation here. */
export default function AskPage() {
  return null;
}
