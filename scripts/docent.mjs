#!/usr/bin/env node
import { isNodeKnown } from "./bootstrap/known-node.mjs";

/** The command of a package: what it does is loaded once it is known that this Node can read it. */
if (isNodeKnown()) void import("./docent/main.mjs");
