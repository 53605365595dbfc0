/**
 * The simple commands that a piece of shell would run, as far as that can be read without running it: those of lists,
 * pipelines, subshells, functions and loops, and those in substitutions. Quotes and backslashes are undone as a shell
 * undoes them, so that `r\m` and `'rm'` are `rm`; nothing is expanded, and `$HOME` stays as it is written. Total: what
 * does not parse is read as far as it goes.
 *
 *   A=1 /bin/rm -rf "$(pwd)" >log; x   →   [rm: -rf $(…), >log] [pwd] [x]
 */
export type ShellCommand = {
  /** Without the folder it lies in; empty where there are but assignments or redirections. */
  name: string;
  args: string[];
  /** Files that it would write to. */
  writes: string[];
  /** Text that it would be given to read: a here-document or a here-string. */
  reads: string[];
};

export function shellCommands(text: string, level = 0): ShellCommand[] {
  const found: ShellCommand[] = [];
  const waiting: { delimiter: string; tabs: boolean; command: Draft }[] = [];
  let at = 0;
  let depth = 0;

  const ahead = (sign: string) => text.startsWith(sign, at);
  const skip = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const skipped = pattern.exec(text)?.[0];
    at += skipped?.length ?? 0;
    return skipped;
  };

  /** Up to the bracket that closes it, or the end. */
  function list(closing?: ")"): void {
    if (depth === DEEPEST) return; // what is deeper is read as if it stood here
    depth++;
    readList(closing);
    depth--;
  }

  function readList(closing?: ")"): void {
    let draft = newDraft();
    const end = () => {
      const command = finish(draft);
      if (command !== undefined) found.push(command);
      draft = newDraft();
    };
    while (at < text.length) {
      if (closing !== undefined && ahead(closing)) {
        at++;
        break;
      }
      if (skip(/[ \t\r]+|\\\r?\n/y) !== undefined) continue;
      if (skip(/#[^\n]*/y) !== undefined) continue;
      if (ahead("\n")) {
        at++;
        hereDocuments();
        end();
      } else if (skip(/\d*(?=[<>])|&(?=>)/y) !== undefined && /[<>]/.test(text.charAt(at))) {
        redirection(draft);
      } else if (skip(/\(/y) !== undefined) {
        end();
        list(")");
      } else if (skip(/[;&|)]/y) !== undefined) {
        end();
      } else {
        const before = at;
        const word = readWord();
        if (at === before)
          at++; // a sign that closes nothing
        else if (draft.words.length > 0 || !reserved.has(word)) draft.words.push(word);
      }
    }
    if (closing === undefined) hereDocuments();
    end();
  }

  function redirection(draft: Draft): void {
    const sign = skip(/<<<|<<-?|<>|<&|>>|>\||>&|[<>](?=\()|[<>]/y) ?? "";
    if (ahead("(")) {
      at++;
      list(")");
      draft.words.push("<(…)");
      return;
    }
    skip(/[ \t]+/y);
    const target = readWord();
    if (sign === "<<<") draft.reads.push(target);
    else if (sign.startsWith("<<"))
      waiting.push({ delimiter: target, tabs: sign === "<<-", command: draft });
    else if (sign !== "<" && sign !== "<&") draft.writes.push(target);
  }

  /** The bodies of what was begun with `<<` on the line that ends here. What is substituted in them runs too. */
  function hereDocuments(): void {
    for (const { delimiter, tabs, command } of waiting.splice(0)) {
      const lines: string[] = [];
      while (at < text.length) {
        const line = skip(/[^\n]*/y) ?? "";
        at++;
        if ((tabs ? line.replace(/^\t+/, "") : line) === delimiter) break;
        lines.push(line);
      }
      const body = lines.join("\n");
      command.reads.push(body);
      found.push(...substituted(body, level));
    }
  }

  function readWord(): string {
    let word = "";
    while (at < text.length) {
      const plain = skip(/[^\s'"\\$`;&|()<>]+/y);
      if (plain !== undefined) word += plain;
      else if (ahead("'")) word += skip(/'[^']*'?/y)?.replaceAll("'", "");
      else if (ahead('"') || ahead('$"')) {
        at += ahead('"') ? 1 : 2;
        word += quoted();
      } else if (ahead("$'")) word += escapes(skip(/\$'(?:\\[\s\S]|[^'\\])*'?/y)?.slice(2) ?? "");
      else if (skip(/\\\r?\n/y) !== undefined) continue;
      else if (ahead("\\")) word += skip(/\\[\s\S]?/y)?.slice(1);
      else if (ahead("$") || ahead("`")) word += expansion();
      else break;
    }
    return word;
  }

  function quoted(): string {
    let word = "";
    while (at < text.length && !ahead('"')) {
      const plain = skip(/[^"\\$`]+/y);
      if (plain !== undefined) word += plain;
      else if (ahead("\\")) word += skip(/\\[\s\S]?/y)?.replace(/^\\([\\$`"\n])$/, "$1");
      else word += expansion();
    }
    at++;
    return word;
  }

  /** What stands for something else: its own text, and the commands in it. */
  function expansion(): string {
    const backticks = skip(/`(?:\\[\s\S]|[^`\\])*`?/y);
    if (backticks !== undefined) {
      const inner = backticks
        .slice(1)
        .replace(/`$/, "")
        .replace(/\\([`\\$])/g, "$1");
      if (level < DEEPEST) found.push(...shellCommands(inner, level + 1));
      return "$(…)";
    }
    if (ahead("$(")) {
      at += 2;
      list(")");
      return "$(…)";
    }
    const braced = skip(/\$\{[^{}]*\}/y);
    if (braced !== undefined) {
      found.push(...substituted(braced.slice(2), level));
      return braced.replace(/^\$\{(\w+)\}$/, "$$$1");
    }
    return skip(/\$\w*/y) ?? "";
  }

  list();
  return found;
}

/** Brackets in brackets. */
const DEEPEST = 32;

type Draft = { words: string[]; writes: string[]; reads: string[] };
const newDraft = (): Draft => ({ words: [], writes: [], reads: [] });

function finish({ words, writes, reads }: Draft): ShellCommand | undefined {
  if (words.length + writes.length + reads.length === 0) return undefined;
  const first = words.findIndex((word) => !/^\w+(?:\[[^\]]*\])?\+?=/.test(word));
  const [path = "", ...args] = first < 0 ? [] : words.slice(first);
  return { name: nameOf(path), args, writes, reads };
}

/** `/bin/rm` is `rm`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The commands in the substitutions of a text that is no command itself. */
function substituted(text: string, level: number): ShellCommand[] {
  if (level === DEEPEST || !/`|\$\(/.test(text)) return [];
  return shellCommands(`: "${text.replaceAll('"', "")}"`, level + 1);
}

/** Words after which, or in whose place, a command begins. */
const reserved = new Set(
  "! { } if then else elif fi do done while until time coproc function [[".split(" "),
);

/** Of `$'…'`, with its closing quote. */
function escapes(text: string): string {
  const named: Record<string, string> = { n: "\n", t: "\t", r: "\r", a: "\x07", e: "\x1b" };
  return text
    .replace(/'$/, "")
    .replace(/\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|([0-7]{1,3})|([\s\S]))/gi, (...found) => {
      const [, hex, unicode, octal, other = ""] = found as (string | undefined)[];
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      const code = hex ?? unicode;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return named[other] ?? other;
    });
}
