export type Part = { type: string; id?: string; data?: unknown; [key: string]: unknown };

/** The parts of a UI message stream, without the mark of its end. */
export async function partsOf(response: Response): Promise<Part[]> {
  return partsIn(await response.text());
}

export function partsIn(text: string): Part[] {
  return eventsIn(text).flatMap(
    ({ data }) => (data === "[DONE]" ? [] : [JSON.parse(data) as Part]), // the schema of each part is what the tests are about
  );
}

/** The events as they were sent: the whole text of each, its id and its data. */
export function eventsIn(text: string): { text: string; id: string | undefined; data: string }[] {
  return text
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => ({
      text: `${event}\n\n`,
      id: /^id: (.*)$/m.exec(event)?.[1],
      data: /^data: (.*)$/m.exec(event)?.[1] ?? "",
    }));
}
