import Module from "node:module";

/** The docs server on a machine where the optional package `sqlite-vec` is not installed. */
const loader = Module as unknown as {
  _resolveFilename(name: string, ...rest: unknown[]): string;
}; // Node's own, which its types leave out
const resolve = loader._resolveFilename;
loader._resolveFilename = (name, ...rest) => {
  if (name === "sqlite-vec") throw new Error("Cannot find module 'sqlite-vec'");
  return resolve(name, ...rest);
};
const { serveDocs } = await import("../../mcp-servers/docs/serve.ts");
await serveDocs();
