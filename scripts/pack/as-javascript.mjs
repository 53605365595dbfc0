/**
 * A program's text with the names of its own files as they are in a package: every literal that ends in `.ts` ends in `.js`
 * there, whether it is imported, started as a worker or hashed.
 *
 *   import { say } from "./say.ts"                        import { say } from "./say.js"
 *   new URL("./read-worker.ts", import.meta.url)    ->    new URL("./read-worker.js", import.meta.url)
 *   import(`./${name}.ts`)                                import(`./${name}.js`)
 */
export function asJavaScript(text) {
  return text.replace(/(?<=["'`][^"'`\s]*)\.ts(?=["'`])/g, ".js");
}
