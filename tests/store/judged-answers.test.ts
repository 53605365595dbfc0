import { expect, it } from "vitest";
import { describeStores } from "./implementations.ts";
import { sampleAnswer } from "./sample-answer.ts";

describeStores("judged answers", ({ open, change }) => {
  it("judged answers come in order, over all pages; one that cannot be read is left out alone", async () => {
    const store = await open();
    const ids = Array.from({ length: 120 }, (_, i) => `run_${i}`);
    for (const run_id of ids) {
      const answer = sampleAnswer({ run_id });
      await store.saveAnswer(answer);
      await store.judgeAnswer(answer.thread_id, { run_id, verdict: "right" });
    }
    await change(
      `UPDATE messages SET answer = '{"half": ' WHERE run_id = 'run_7'`,
      `UPDATE messages SET answer = '{}' WHERE run_id = 'run_119'`,
    );
    const judged: string[] = [];
    for await (const { said } of store.judgedAnswers()) judged.push(said.run_id);
    expect(judged).toEqual(ids.filter((id) => id !== "run_7" && id !== "run_119"));
  });
});
