import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { inTime } from "./in-time.ts";

type Schema = Record<string, unknown>;

/** A schema can be made to keep a thread busy for ever; an honest one takes microseconds. */
const LONGEST_MS = 1000;
const never: Fitted = {
  ok: false,
  problem: `holding it against the schema takes longer than ${LONGEST_MS} ms`,
};

/** A value that fits, with the schema's defaults filled in a copy of it; or what does not fit, "data/limit must be <= 50". */
export type Fitted = { ok: true; value: unknown } | { ok: false; problem: string };

/**
 * Holds values against JSON Schemas of tools, each compiled once, at its first use. Each schema gets a validator of its
 * own, so that two servers which use one `$id` cannot meet each other's schema. A schema that cannot be compiled fits
 * nothing and says so.
 */
export type SchemaCheck = {
  /** `ours`: a schema that no stranger wrote, which needs no watch over its time. */
  fit(schema: Schema, value: unknown, ours?: boolean): Fitted;
  /** Why this is no usable JSON Schema, as far as that is seen without compiling it; undefined when it is one. */
  problem(schema: Schema): string | undefined;
  /** Compiles one of ours before it is first used. */
  ready(schema: Schema): void;
};

export function createSchemaCheck(): SchemaCheck {
  const known = new WeakMap<Schema, (value: unknown) => Fitted>();
  /** How often compiling it was broken off: once may be a busy machine. */
  const slow = new WeakMap<Schema, number>();

  function checkOf(schema: Schema): (value: unknown) => Fitted {
    const check = known.get(schema) ?? compile(schema);
    known.set(schema, check);
    return check;
  }

  return {
    fit: (schema, value, ours = false) => {
      if (ours) return checkOf(schema)(value);
      const check = inTime(LONGEST_MS, () => checkOf(schema))?.value;
      if (check === undefined) {
        const times = (slow.get(schema) ?? 0) + 1;
        slow.set(schema, times);
        if (times > 1) known.set(schema, () => never);
        return never;
      }
      // The value may be what takes long, and says nothing of the next one.
      return inTime(LONGEST_MS, () => check(value))?.value ?? never;
    },
    ready: (schema) => void checkOf(schema),
    problem: (schema) => {
      const { $schema, ...plain } = schema;
      const judge = olderDialect($schema) ? metaSchemas.older() : metaSchemas.newer();
      try {
        return judge.validateSchema(plain) === true ? undefined : said(judge.errorsText());
      } catch (error) {
        return said(String(error));
      }
    },
  };
}

function compile(schema: Schema): (value: unknown) => Fitted {
  let validate: ValidateFunction;
  try {
    validate = instance(schema.$schema).compile(schema);
  } catch {
    const problem = "the server's own schema for it is not a usable JSON Schema";
    return () => ({ ok: false, problem });
  }
  const fills = JSON.stringify(schema).includes('"default"');
  return (given) => {
    const value: unknown = fills ? structuredClone(given) : given;
    if (validate(value)) return { ok: true, value };
    const [first] = validate.errors ?? [];
    const at = `data${first?.instancePath ?? ""}`;
    const extra: unknown = first?.params.additionalProperty;
    const which = typeof extra === "string" ? ` ("${extra}")` : "";
    return { ok: false, problem: said(`${at} ${first?.message ?? "does not fit"}${which}`) };
  };
}

const options: Options = {
  strict: false,
  validateSchema: false,
  useDefaults: true,
  logger: false,
};

/** 2020-12 unless the schema names an older dialect, as MCP has it. */
function instance($schema: unknown): Ajv {
  const ajv = olderDialect($schema) ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv);
  return ajv;
}

function olderDialect($schema: unknown): boolean {
  return typeof $schema === "string" && /draft-0[4-7]/.test($schema);
}

/** Only ever asked about schemas, so one of each is enough; made when first needed. */
const metaSchemas = {
  older: once(() => new Ajv(options)),
  newer: once(() => new Ajv2020(options)),
};

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function said(text: string): string {
  return text.slice(0, 500);
}
