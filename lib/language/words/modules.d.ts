/** Packages without types of their own: only what is used of them. */
declare module "wink-porter2-stemmer" {
  export default function porter2(word: string): string;
}
declare module "opencc-js/dict/TSCharacters" {
  /** `traditional simplified|…`; where several simplified forms exist the first stands. */
  const pairs: string;
  export default pairs;
}
