import { ScrollBox } from "../parts/scroll-box.tsx";
import { MaskedText } from "./masked-text.tsx";

/** A text that a tool gave, exactly; with the numbers of its lines where they are known. A number is not copied along. */
export function OutputText({ name, text, from }: { name: string; text: string; from?: number }) {
  if (from === undefined) {
    return (
      <ScrollBox name={name} className="output">
        <MaskedText text={text} />
      </ScrollBox>
    );
  }
  const lines = text.replace(/\n$/, "").split("\n");
  const digits = String(from + lines.length - 1).length;
  return (
    <ScrollBox name={name} className="output numbered">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place.
        <div key={i} data-number={String(from + i).padStart(digits)}>
          <span>
            <MaskedText text={line} />
          </span>
        </div>
      ))}
    </ScrollBox>
  );
}
