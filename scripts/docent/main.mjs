import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { inProject } from "../bootstrap/project.mjs";
import { sentences } from "../bootstrap/sentences.mjs";
import { main } from "../bootstrap/tell.mjs";

/**
 * `docent [FOLDER …]`: starts the program, reads these folders too, and opens the browser. `docent ask …` and the like run
 * the commands of the same names. Node's own modules alone, and Node 20, until everything is there.
 */
const commands = ["ask", "task", "replay", "verify", "doctor", "migrate"];
const [command] = process.argv.slice(2);

if (command === "mcp") {
  process.argv.splice(2, 1);
  await import("../mcp.mjs");
} else if (commands.includes(command)) {
  await import("../run.mjs");
} else {
  await main(open);
}

async function open() {
  const { values, positionals } = read();
  if (values.help) return void process.stdout.write(`${sentences.docentUsage()}\n`);
  if (values.version) {
    const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
    return void process.stdout.write(`${version}\n`);
  }
  const { openFolders } = await import("./open-folders.mjs");
  const standing = process.env.INIT_CWD ?? process.cwd();
  const folders = positionals.map((folder) => path.resolve(standing, folder));
  await openFolders(folders, { browser: !values["no-open"] });
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "v" },
        "no-open": { type: "boolean" },
      },
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n${sentences.docentUsage()}\n`);
    process.exit(2);
  }
}
