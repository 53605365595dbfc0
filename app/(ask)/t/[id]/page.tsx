/** `/t/<id>`: the layout shows the stored conversation of this address. */
export default function ThreadPage() {
  return null;
}
