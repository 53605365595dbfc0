"use client";
import { type KeyboardEvent, useRef } from "react";

const INDENT = "  ";

/** A field for code: Tab indents, and after Escape it leads on, so that nobody is caught in it. */
export function CodeField(props: {
  id: string;
  value: string;
  wrong: boolean;
  /** Id of what is said of it. */
  said: string;
  onChange: (value: string) => void;
}) {
  const { id, value, wrong, said, onChange } = props;
  const leaving = useRef(false);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, currentTarget: field } = event;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      field.form?.requestSubmit();
      return;
    }
    const leave = leaving.current;
    if (key !== "Shift") leaving.current = key === "Escape";
    if (key !== "Tab" || leave || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (event.shiftKey) {
      const line = value.lastIndexOf("\n", field.selectionStart - 1) + 1;
      const gone = /^ {1,2}|^\t/.exec(value.slice(line))?.[0].length ?? 0;
      field.setRangeText("", line, line + gone, "preserve");
    } else {
      field.setRangeText(INDENT, field.selectionStart, field.selectionEnd, "end");
    }
    onChange(field.value);
  };
  return (
    <textarea
      id={id}
      className="field mono code-field"
      rows={14}
      wrap="off"
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="none"
      value={value}
      aria-required
      aria-invalid={wrong}
      aria-describedby={said}
      onKeyDown={press}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
