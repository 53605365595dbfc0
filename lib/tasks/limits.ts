/** So many tasks are worked on at a time; the rest wait in the order in which they came. */
export const AT_ONCE = 4;
export const MOST_WAITING = 5000;

/** What a task may use where nobody says less; nobody can ask for more than the second figure. */
export const WALL_TIME_MS = { usual: 30 * 60_000, most: 24 * 60 * 60_000 };
export const TOKENS = { usual: 500_000, most: 100_000_000 };

const MIB = 1024 * 1024;
export const OUTPUT_BYTES = MIB;
export const ARTIFACT_BYTES = 64 * MIB;
export const ARTIFACTS_BYTES = 256 * MIB;
export const MOST_ARTIFACTS = 200;
export const NAME_BYTES = 255;
export const inMib = (bytes: number): number => bytes / MIB;

/** Of the calls of a step that are shown with it. */
export const SHOWN_CALLS = 20;
export const PROGRESS_EVERY_MS = 500;
/** Another server is told so often to end a task, until it has. */
export const CANCEL_AGAIN_MS = 2_000;
/** Of one question that a step puts to documents. */
export const ANSWER_MS = 120_000;
