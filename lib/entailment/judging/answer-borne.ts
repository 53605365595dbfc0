import { contentWeight, heldBy, wordsHeld } from "../coverage.ts";
import { has, hitsOf } from "../facts/cues.ts";
import { markedPieces } from "../facts/pieces.ts";
import { leansBack } from "../leans-back.ts";
import { answerClause } from "./answer-word.ts";

/**
 * Does an answer say before its ground what the lines do not say? In "Yes, plugins are signed: plugins are loaded at start"
 * the lines must hold each word of "plugins are signed", and its "before" or "if" too. "No, they cannot: …" says nothing, and
 * "No, that is by design: …" nothing but of what was asked.
 */
export function answersUnborne(sentence: string, question: string, lines: string): boolean {
  const clause = answerClause(sentence);
  if (clause?.grounded !== true || contentWeight(clause.said) === 0) return false;
  const linked = new Set(hitsOf(lines, ...links).map(({ phrase }) => phrase));
  return (
    takesWord(clause.said, question, lines) ||
    (!leansBack(clause.said) && unheld(clause.said, lines).length > 0) ||
    hitsOf(clause.said, ...links).some(({ phrase }) => !linked.has(phrase))
  );
}

/**
 * Does an answer without such a clause, made of the words of a line, take a word of the question that the lines do not have?
 * What it tells the person of their own things ("your site") is theirs.
 */
export const takesAsked = (sentence: string, question: string, lines: string): boolean =>
  markedPieces(answerClause(sentence)?.said ?? "")
    .filter((piece) => !has(piece, "to-person"))
    .some((piece) => takesWord(piece, question, lines));

function takesWord(text: string, question: string, lines: string): boolean {
  const asked = wordsHeld(question);
  return unheld(text, lines).some((word) => heldBy(word, asked, 0).share === 1);
}

const links = ["sequence", "conjunction", "han-link"];

const unheld = (text: string, lines: string): string[] =>
  heldBy(text, wordsHeld(lines), 0).lacks.filter((word) => contentWeight(word) > 0);
