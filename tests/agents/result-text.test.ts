import { describe, expect, it } from "vitest";
import { resultText } from "../../lib/agents/loop/result-text.ts";
import { toolResult } from "../tools/tool-result.ts";

describe("a result, as a model reads it", () => {
  it("is what the tool gave back, as it stands", () => {
    expect(resultText(toolResult("read", { stdout: 'a "b"\n\tc' }))).toBe('a "b"\n\tc');
  });

  it("says how a command ended and what went to its other channel", () => {
    const result = toolResult("bash", { stdout: "out", stderr: "warn", exit_code: 2 });
    expect(resultText(result)).toBe("Exit code 2.\n\nout\n\nOn stderr:\nwarn");
  });

  it("names the rule of a refusal", () => {
    const error = {
      code: "tool_exec",
      rule: "denylisted",
      message: "Not there.",
      retryable: false,
    };
    const result = toolResult("read", { ok: false, error: error as never });
    expect(resultText(result)).toBe("Failed (tool_exec, denylisted). Not there.");
  });

  it("tells where it goes on, and is never empty", () => {
    const cut = toolResult("ls", { stdout: "a", truncated_bytes: 7, next_page_cursor: "p2" });
    expect(resultText(cut)).toBe(
      "a\n\n7 bytes more were left out. The next page has the cursor p2.",
    );
    expect(resultText(toolResult("write", {}))).toBe("Done.");
  });
});
