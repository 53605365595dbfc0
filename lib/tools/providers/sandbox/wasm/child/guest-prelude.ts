/** What the instance lends the guest; none of it reaches the code itself. Bytes go as ArrayBuffer. */
export type GuestHost = {
  write(stream: "stdout" | "stderr", text: string): void;
  exit(code: number): void;
  timer(id: number, ms: number): void;
  clear(id: number): void;
  call(id: number, name: string, json: string): void;
  listFiles(): string;
  readFile(name: string): ArrayBuffer;
  writeFile(name: string, bytes: ArrayBuffer): void;
  removeFile(name: string): void;
  /** Text as JSON, both ways: as it is, it would end at its first NUL. */
  encode(json: string): ArrayBuffer;
  decode(bytes: ArrayBuffer): string;
};

/** As JSON. */
type Given = { args: string[]; stdin: string; tools: string[]; max_text: number };

/** What the instance asks of the guest. */
export type GuestEntry = {
  describe(value: unknown): string;
  fire(id: number): void;
  settle(id: number, ok: boolean, json: string): void;
};

/**
 * What JavaScript finds in the sandbox beside the language. Its text runs inside QuickJS before the code does: it uses
 * nothing from outside its own body.
 */
export function guestPrelude(host: GuestHost, givenJson: string): GuestEntry {
  const { parse, stringify } = JSON;
  const given = parse(givenJson) as Given;
  const timers = new Map<number, { run: () => void; every?: number }>();
  const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let next = 1;

  function show(value: unknown, depth: number, seen: unknown[]): string {
    if (typeof value === "string") return depth === 0 ? value : stringify(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return `[Function${value.name ? `: ${value.name}` : ""}]`;
    if (typeof value !== "object" || value === null) return String(value);
    if (value instanceof Error) {
      const head = `${value.name}: ${value.message}`;
      const cause = value.cause === undefined ? "" : `\ncaused by ${show(value.cause, 1, seen)}`;
      return `${value.stack ? `${head}\n${value.stack.trimEnd()}` : head}${cause}`;
    }
    if (seen.includes(value)) return "[Circular]";
    if (depth > 4) return Array.isArray(value) ? "[Array]" : "[Object]";
    const deeper = (inner: unknown) => show(inner, depth + 1, [...seen, value]);
    const listed = (items: unknown[], all: number) => {
      const shown = items.slice(0, 100).map(deeper);
      return all > 100 ? [...shown, `… ${all - 100} more`] : shown;
    };
    if (Array.isArray(value)) return `[ ${listed(value, value.length).join(", ")} ]`;
    if (value instanceof Date) return Number.isNaN(+value) ? "Invalid Date" : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return "Promise";
    if (value instanceof Map) {
      const pairs = [...value].map(([key, item]) => `${deeper(key)} => ${deeper(item)}`);
      return `Map(${value.size}) { ${pairs.join(", ")} }`;
    }
    if (value instanceof Set)
      return `Set(${value.size}) { ${listed([...value], value.size).join(", ")} }`;
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
      const items = value as unknown as ArrayLike<unknown> & { constructor: { name: string } };
      const shown = listed(
        Array.from({ length: Math.min(items.length, 101) }, (_, i) => items[i]),
        items.length,
      );
      return `${items.constructor.name}(${items.length}) [ ${shown.join(", ")} ]`;
    }
    const name = value.constructor?.name ?? "";
    const pairs = Object.entries(value).map(([key, item]) => `${key}: ${deeper(item)}`);
    const body = pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
    return name === "" || name === "Object" ? body : `${name} ${body}`;
  }

  const line =
    (stream: "stdout" | "stderr") =>
    (...words: unknown[]) => {
      const text = words.map((word) => show(word, 0, [])).join(" ");
      host.write(stream, `${text.slice(0, given.max_text).replaceAll("\0", "\u2400")}\n`);
    };
  const out = line("stdout");
  const err = line("stderr");

  const bytesOf = (content: unknown): ArrayBuffer => {
    if (typeof content === "string") return host.encode(stringify(content));
    if (content instanceof ArrayBuffer) return content;
    if (ArrayBuffer.isView(content)) {
      const { buffer, byteOffset, byteLength } = content;
      return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
    }
    throw new TypeError("a file is written from a string, an ArrayBuffer or a typed array");
  };
  const textOf = (bytes: ArrayBuffer) => parse(host.decode(bytes)) as string;
  const nameOf = (given: unknown) => {
    const name = String(given);
    if (name.includes("\0")) throw new TypeError("the name of a file holds no NUL");
    return name;
  };
  const files = {
    list: () => parse(host.listFiles()) as { name: string; bytes: number }[],
    read: (name: unknown) => textOf(host.readFile(nameOf(name))),
    readBytes: (name: unknown) => new Uint8Array(host.readFile(nameOf(name))),
    write: (name: unknown, content: unknown) => host.writeFile(nameOf(name), bytesOf(content)),
    remove: (name: unknown) => host.removeFile(nameOf(name)),
  };

  const after =
    (every: boolean) =>
    (run: unknown, ms?: unknown, ...args: unknown[]) => {
      if (typeof run !== "function") throw new TypeError("a timer runs a function");
      const id = next++;
      const wait = Math.max(every ? 1 : 0, Math.min(Number(ms) || 0, 2 ** 31 - 1));
      timers.set(id, { run: () => run(...args), ...(every ? { every: wait } : {}) });
      host.timer(id, wait);
      return id;
    };
  const clear = (id?: unknown) => {
    if (timers.delete(id as number)) host.clear(id as number);
  };

  const tools: Record<string, (args?: unknown) => Promise<unknown>> = Object.create(null);
  for (const name of given.tools) {
    tools[name] = (args = {}) =>
      new Promise((resolve, reject) => {
        const id = next++;
        calls.set(id, { resolve, reject });
        host.call(id, name, stringify(args) ?? "null");
      });
  }

  class TextEncoder {
    readonly encoding = "utf-8";
    encode(text: unknown = "") {
      return new Uint8Array(bytesOf(String(text)));
    }
  }
  class TextDecoder {
    readonly encoding = "utf-8";
    decode(bytes?: unknown) {
      return bytes === undefined ? "" : textOf(bytesOf(bytes));
    }
  }

  const globals: Record<string, unknown> = {
    console: { log: out, info: out, debug: out, warn: err, error: err, trace: err, table: out },
    args: given.args,
    stdin: given.stdin,
    files,
    exit: (code: unknown = 0) => host.exit(Number(code) & 0xff),
    setTimeout: after(false),
    setInterval: after(true),
    clearTimeout: clear,
    clearInterval: clear,
    TextEncoder,
    TextDecoder,
    ...(given.tools.length > 0 ? { tools: Object.freeze(tools) } : {}),
  };
  for (const name of Object.keys(globals)) {
    Object.defineProperty(globalThis, name, {
      value: globals[name],
      writable: true,
      configurable: true,
    });
  }

  return {
    describe: (value) => show(value, 0, []),
    fire(id) {
      const timer = timers.get(id);
      if (timer === undefined) return;
      if (timer.every === undefined) timers.delete(id);
      else host.timer(id, timer.every);
      timer.run();
    },
    settle(id, ok, json) {
      const call = calls.get(id);
      calls.delete(id);
      if (ok) call?.resolve(parse(json));
      else call?.reject(new Error(json));
    },
  };
}
