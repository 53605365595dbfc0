import { Refusal } from "./tell.mjs";

/** The fitted models are there and whole. Needs installed packages. */
export async function refuseDamagedModels() {
  const { readyToAnswer } = await import("../../lib/answering/answer-question.ts");
  try {
    readyToAnswer();
  } catch (error) {
    throw new Refusal(error.message);
  }
}
