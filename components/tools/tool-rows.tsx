"use client";
import type { ToolInfo } from "#lib/contracts/tools";
import { ForeignWords } from "./foreign-words.tsx";
import { AsksMark, LevelMark } from "./marks.tsx";
import { ToolOff } from "./tool-off.tsx";
import { useToolWords } from "./tool-words.ts";

/** The tools of one provider: what each may do, whether it asks, and what it is for. A press on one opens it to be tried. */
export function ToolRows(props: { tools: readonly ToolInfo[]; onTry: (tool: ToolInfo) => void }) {
  const wordsOf = useToolWords();
  return (
    <ul>
      {props.tools.map((tool) => {
        const words = wordsOf(tool);
        return (
          <li key={tool.id} className="tool-row" data-enabled={tool.enabled}>
            <button type="button" className="tool-open" onClick={() => props.onTry(tool)}>
              <LevelMark level={tool.capability_level} />{" "}
              <code className="tool-name">{tool.name}</code> <AsksMark tool={tool} />
            </button>
            {words.text === "" ? null : words.foreign ? (
              <ForeignWords text={words.text} most={120} />
            ) : (
              <p className="meta">{words.text}</p>
            )}
            <ToolOff tool={tool} />
          </li>
        );
      })}
    </ul>
  );
}
