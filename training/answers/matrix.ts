import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { BYTE } from "../../lib/answering/limits.ts";

/**
 * What the models are fitted on, as numbers alone: values of features in 255ths, labels, the number of the project and the
 * name of the set. No text of a question or a document is in it.
 */
export type Matrix = {
  choice_features: string[];
  decision_features: string[];
  choices: MatrixChoice[];
  decisions: MatrixDecision[];
};
export type MatrixChoice = {
  set: string;
  project: number;
  weight: number;
  answers: number[];
  rows: Uint8Array;
};
export type MatrixDecision = {
  set: string;
  project: number;
  condition: string;
  weight: number;
  answerable: boolean;
  /** The best unit, by a model that had not seen its project, answers. */
  right: boolean;
  row: Uint8Array;
};

export const ofByte = (byte: number): number => byte / BYTE;

export function writeMatrix(file: string, { choices, decisions, ...names }: Matrix): number {
  const head = {
    ...names,
    choices: choices.map(({ rows, ...rest }) => ({
      ...rest,
      units: rows.length / names.choice_features.length,
    })),
    decisions: decisions.map(({ row: _, ...rest }) => rest),
  };
  const json = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(json.length);
  const columns = (rows: Uint8Array[], width: number) => {
    // Column by column, for equal values stand together and are packed the better.
    const all = Buffer.concat(rows);
    const count = all.length / width;
    const turned = Buffer.alloc(all.length);
    for (let row = 0; row < count; row++)
      for (let i = 0; i < width; i++) turned[i * count + row] = all[row * width + i] ?? 0;
    return turned;
  };
  const body = Buffer.concat([
    size,
    json,
    columns(
      choices.map(({ rows }) => rows),
      names.choice_features.length,
    ),
    columns(
      decisions.map(({ row }) => row),
      names.decision_features.length,
    ),
  ]);
  const packed = gzipSync(body, { level: 9 });
  writeFileSync(file, packed);
  return packed.length;
}

export function readMatrix(file: string): Matrix {
  const body = gunzipSync(readFileSync(file));
  const size = body.readUInt32LE(0);
  // Written by `writeMatrix`.
  const head = JSON.parse(body.toString("utf8", 4, 4 + size)) as Pick<
    Matrix,
    "choice_features" | "decision_features"
  > & {
    choices: (Omit<MatrixChoice, "rows"> & { units: number })[];
    decisions: Omit<MatrixDecision, "row">[];
  };
  const { choice_features, decision_features } = head;
  const units = head.choices.reduce((sum, one) => sum + one.units, 0);
  const rowsAt = (from: number, count: number, width: number) => {
    const rows = new Uint8Array(count * width);
    for (let i = 0; i < width; i++)
      for (let row = 0; row < count; row++)
        rows[row * width + i] = body[from + i * count + row] ?? 0;
    return rows;
  };
  const all = rowsAt(4 + size, units, choice_features.length);
  const decided = rowsAt(4 + size + all.length, head.decisions.length, decision_features.length);
  let at = 0;
  return {
    choice_features,
    decision_features,
    choices: head.choices.map(({ units: count, ...rest }) => {
      const rows = all.slice(at, at + count * choice_features.length);
      at += rows.length;
      return { ...rest, rows };
    }),
    decisions: head.decisions.map((rest, i) => ({
      ...rest,
      row: decided.slice(i * decision_features.length, (i + 1) * decision_features.length),
    })),
  };
}

/** The matrix with these columns alone, in this order. Throws where it has not got one. */
export function withColumns(
  matrix: Matrix,
  { choice, decision }: { choice: readonly string[]; decision: readonly string[] },
): Matrix {
  const only = (had: readonly string[], wanted: readonly string[]) => {
    const at = wanted.map((name) => had.indexOf(name));
    const missing = wanted.filter((_, i) => at[i] === -1);
    if (missing.length > 0)
      throw new Error(
        `The matrix has no column ${missing.join(", ")}. Make it anew: npm run fit -- --rebuild DIR.`,
      );
    return (rows: Uint8Array) => {
      const count = rows.length / had.length;
      const few = new Uint8Array(count * at.length);
      for (let row = 0; row < count; row++)
        for (const [i, from] of at.entries())
          few[row * at.length + i] = rows[row * had.length + from] ?? 0;
      return few;
    };
  };
  const ofChoice = only(matrix.choice_features, choice);
  const ofDecision = only(matrix.decision_features, decision);
  return {
    choice_features: [...choice],
    decision_features: [...decision],
    choices: matrix.choices.map((one) => ({ ...one, rows: ofChoice(one.rows) })),
    decisions: matrix.decisions.map((one) => ({ ...one, row: ofDecision(one.row) })),
  };
}
