import { isNodeKnown } from "./bootstrap/known-node.mjs";

/** `npm start`, and with `--dev` `npm run dev`: what it does is loaded once it is known that this Node can read it. */
if (isNodeKnown()) void import("./start/main.mjs");
