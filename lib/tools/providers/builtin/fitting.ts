/** As many of the items, from the first on, as are small enough to be handed over as data; the text has them all. */
export function fitting<T>(items: readonly T[]): T[] {
  let characters = 0;
  const end = items.findIndex((item) => {
    characters += JSON.stringify(item).length + 1;
    return characters > mostCharacters;
  });
  return items.slice(0, end === -1 ? items.length : end);
}
const mostCharacters = 8_000;
