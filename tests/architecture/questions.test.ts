import { expect, it } from "vitest";
import { type Node, nodesOf, parse, sourceOf, sourcesIn } from "./syntax.ts";

/**
 * Nobody but lib/language looks inside a question: others store it, show it, send it on or hand it to that room. A question is
 * what is named `question` or `query` or is typed `QuestionText`, and so is the parameter of a function of the same file that
 * is given one. The branded type keeps other text from being taken for one; this keeps it from being taken apart.
 */
const names = new Set(["question", "query"]);
const looks = new Set(
  "length split includes slice match matchAll replace replaceAll charAt charCodeAt codePointAt at indexOf lastIndexOf startsWith endsWith trim trimStart trimEnd toLowerCase toUpperCase normalize search substring substr localeCompare".split(
    " ",
  ),
);

const nodeOf = (part: unknown): Node => (part ?? {}) as Node; // a part of the tree, or nothing
const listOf = (part: unknown): Node[] => (Array.isArray(part) ? (part as Node[]) : []);

/** The looks inside a question in a source, as they are written. */
function looksIn(source: string, tsx = false): string[] {
  const nodes = [...nodesOf(parse(source, tsx))];
  const functions = functionsOf(nodes);
  const found = nodes.flatMap((node) => looksAt(node, isNamedSo));
  for (const node of nodes) {
    if (node.type !== "CallExpression") continue;
    const called = functions.get(String(nodeOf(node.callee).value));
    listOf(node.arguments).forEach((argument, i) => {
      const given = called?.parameters[i];
      if (called === undefined || given === undefined || !isNamedSo(nodeOf(argument.expression)))
        return;
      const isGiven = (expression: Node) =>
        expression.type === "Identifier" && expression.value === given;
      for (const inner of nodesOf(called.body))
        found.push(...looksAt(inner, isGiven).map((look) => `${called.name}: ${look}`));
    });
  }
  const typed = new Set(nodes.filter(isTypedSo).map(({ value }) => value));
  const isTyped = (expression: Node) =>
    expression.type === "Identifier" &&
    typed.has(expression.value) &&
    !names.has(String(expression.value));
  return [...found, ...nodes.flatMap((node) => looksAt(node, isTyped))];
}

type Declared = { name: string; parameters: (string | undefined)[]; body: unknown };

/** Functions of a file by their names. */
function functionsOf(nodes: readonly Node[]): Map<string, Declared> {
  const declared = new Map<string, Declared>();
  for (const node of nodes) {
    const made = node.type === "VariableDeclarator" ? nodeOf(node.init) : node;
    const name = String(
      nodeOf(node.type === "VariableDeclarator" ? node.id : node.identifier).value,
    );
    if (!["FunctionDeclaration", "ArrowFunctionExpression"].includes(String(made.type))) continue;
    if (name === "undefined") continue; // it has none, and is called by none
    const parameters = listOf(made.params).map((one) => {
      const pattern = one.type === "Parameter" ? nodeOf(one.pat) : one;
      return pattern.type === "Identifier" ? String(pattern.value) : undefined;
    });
    declared.set(name, { name, parameters, body: made.body });
  }
  return declared;
}

/** `question`, `turn.question`, `turn?.question`. */
function isNamedSo(expression: Node): boolean {
  if (expression.type === "Identifier") return names.has(String(expression.value));
  if (expression.type === "OptionalChainingExpression") return isNamedSo(nodeOf(expression.base));
  const { type, value } = nodeOf(expression.property);
  return (
    expression.type === "MemberExpression" && type === "Identifier" && names.has(String(value))
  );
}

/** `ask: QuestionText` */
function isTypedSo(node: Node): boolean {
  const annotation = nodeOf(nodeOf(node.typeAnnotation).typeAnnotation);
  return node.type === "Identifier" && nodeOf(annotation.typeName).value === "QuestionText";
}

/** What a node does to a question: a method or a place of it, an expression that is tried on it, its characters. */
function looksAt(node: Node, isQuestion: (expression: Node) => boolean): string[] {
  if (node.type === "MemberExpression" && isQuestion(nodeOf(node.object))) {
    const property = nodeOf(node.property);
    if (property.type === "Computed") return ["[]"];
    return looks.has(String(property.value)) ? [`.${property.value}`] : [];
  }
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    const called = String(nodeOf(nodeOf(node.callee).property).value);
    const given = listOf(node.arguments);
    const tried =
      ["test", "exec"].includes(called) && given.some((one) => isQuestion(nodeOf(one.expression)));
    return tried ? [called] : [];
  }
  const isSpread =
    node.type === "ArrayExpression" &&
    listOf(node.elements).some(
      (one) => one !== null && one.spread != null && isQuestion(nodeOf(one.expression)),
    );
  return isSpread ? ["..."] : [];
}

const files = ["lib", "app", "mcp-servers"]
  .flatMap(sourcesIn)
  .filter((file) => !file.startsWith("lib/language/"));

it("nobody but lib/language looks inside a question", () => {
  const found = files.flatMap((file) =>
    looksIn(sourceOf(file), file.endsWith("x")).map((look) => `${file}: ${look}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["if (question.length > 9) f();", ".length"],
  ["const words = turn.question.split(' ');", ".split"],
  ["const words = turn?.query.split(' ');", ".split"],
  ["const asks = /why/.test(request.question);", "test"],
  ["const first = question[0];", "[]"],
  ["const characters = [...question];", "..."],
  ["const plain = (text: string) => text.toLowerCase(); plain(question);", "plain: .toLowerCase"],
  ["function f(ask: QuestionText) { return ask.trim(); }", ".trim"],
])("sees it in %j", (source, look) => {
  expect(looksIn(source)).toEqual([look]);
});

it("lets a question be stored, shown, sent and handed on", () => {
  const source =
    "store({ question }); say(`${question}`); analyse(question); send([question, query]);";
  expect(looksIn(source)).toEqual([]);
});
