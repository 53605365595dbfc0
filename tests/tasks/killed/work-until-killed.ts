import { appendFileSync } from "node:fs";
import path from "node:path";
import { openEngine, person } from "../open-engine.ts";
import { tenSteps } from "../ten-steps.ts";

/**
 * A program that works on one task of ten steps in the folder it is given, and is killed at any moment. It takes up what is
 * there, or starts the task, writes a line into `log.txt` as each step begins and ends, says `working` once it is at work,
 * and ends by itself with the task. Nobody sits in front of it: what is asked is allowed for good.
 */
const [home = "", effects = ""] = process.argv.slice(2);
const log = (line: string) => appendFileSync(path.join(home, "log.txt"), `${line}\n`);

const logged = {
  ...tenSteps,
  steps: (input: Record<string, unknown>) =>
    tenSteps.steps(input).map((step) => ({
      ...step,
      async run(context: Parameters<typeof step.run>[0]) {
        log(`begins ${step.name}`);
        const output = await step.run(context);
        log(`ends ${step.name}`);
        return output;
      },
    })),
};

const opened = await openEngine({
  types: [logged],
  home,
  onAsk: (id, { approvals }) => {
    queueMicrotask(() => approvals.decide(id, "allow_always"));
  },
});
await opened.engine.begin();
const known = (await opened.store.tasks.list({ limit: 1 })).tasks[0];
const input = { effects: effects === "effects", letters: 200_000 };
const { task_id } = known ?? (await opened.engine.create({ type: "ten_steps", input }, person));
process.stdout.write("working\n");
await opened.engine.ended(task_id);
process.stdout.write("over\n");
await opened.engine.close();
await opened.store.close();
