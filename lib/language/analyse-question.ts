import type { Lang } from "#lib/contracts/answer";
import { type Ask, asQuestion, type QuestionAnalysis } from "#lib/contracts/question";
import { recentTexts } from "#lib/platform/recent-texts";
import { readCollectionQuestion } from "./collection-question.ts";
import { questionLimits } from "./limits.ts";
import { planQuestion } from "./plan.ts";
import { questionLang } from "./question-lang.ts";
import { kindOfAsk } from "./reading/ask-kind.ts";
import { partsOfAsk } from "./reading/ask-parts.ts";
import { errorTextOf } from "./reading/error-text.ts";
import { type Folder, folderNamed } from "./reading/named-folder.ts";
import { followUpOf } from "./reading/points-back.ts";
import { type Reading, readQuestion, type Span, spanOf } from "./reading/read-question.ts";
import { circumstancesOf, termsOf } from "./reading/term-roles.ts";
import { asksOfChange, versionIn } from "./reading/version.ts";
import { smallTalk } from "./small-talk.ts";
import { questionWords } from "./word-kinds.ts";
import { writtenWords } from "./written-words.ts";

/**
 * The one reader of a question: what is asked, in which words, about which folder and version. Pure and total: any text has
 * an analysis, in time that grows with its length up to `questionLimits.chars`; what stands behind them is not read. It
 * throws only where a word list of the lexicon is missing or damaged. The same analysis may be given out again: nobody changes it.
 */
export function analyseQuestion(
  text: string,
  given: Given = {},
  /** Told of each look at a word: what a test counts the work by. */
  steps?: () => void,
): QuestionAnalysis {
  if (steps !== undefined) return analyse(text, given, { steps });
  const { folders = [], ...apart } = given;
  const { analysis, readings } = lately.of(`${apart.lang} ${text}`, () => {
    const readings: Reading[] = [];
    return { analysis: analyse(text, apart, { readings }), readings };
  });
  const names = readings.some((reading) => folderNamed(reading, folders) !== undefined);
  return names ? analyse(text, given) : analysis;
}

type Given = { lang?: Lang; folders?: readonly Folder[] };

/** Beside each the readings of the question and its asks, which tell whether a folder is named: where none is, it is the same for all. */
const lately = recentTexts<{ analysis: QuestionAnalysis; readings: readonly Reading[] }>(
  questionLimits.kept_chars,
);

type Watch = { steps?: () => void; readings?: Reading[] };

function analyse(text: string, given: Given, { steps, readings }: Watch = {}): QuestionAnalysis {
  const read = wholeCharacters(text, questionLimits.chars);
  const lang = given.lang ?? questionLang(read);
  const reading = readQuestion(read, steps);
  readings?.push(reading);
  const words = questionWords(read);
  const error = errorTextOf(reading, steps);
  const folder = folderNamed(reading, given.folders ?? [], steps);
  const version = versionIn(reading, steps);

  const of = { lang, folders: given.folders ?? [] };
  const asks = asksOf(read, reading, of, {
    ...(steps && { steps }),
    ...(readings && { readings }),
  });
  const isTalk = asks.some(({ kind }) => kind === "small_talk");
  const holds_error = error !== undefined;
  const follow_up = isTalk ? undefined : followUpOf(reading, { words, holds_error }, steps);
  const asked = asks.flatMap(({ action, property }) =>
    [action, property].flatMap((said): Span[] => {
      const start = said === undefined ? -1 : read.indexOf(said);
      return start < 0 || said === undefined ? [] : [{ start, end: start + said.length }];
    }),
  );
  return {
    lang,
    asks,
    terms: termsOf(
      reading,
      { words, names: folder === undefined ? [] : [folder.span], asked },
      steps,
    ),
    words: [...new Set(writtenWords(read))],
    ...(error === undefined ? {} : { error_text: error.text }),
    ...(error === undefined || error.paths.length === 0 ? {} : { paths: error.paths }),
    ...(folder === undefined ? {} : { folder: folder.id }),
    ...(version === undefined ? {} : { version }),
    asks_change: asksOfChange(reading, steps),
    ...(follow_up === undefined ? {} : { follow_up }),
  };
}

/** The first characters of a text, none of them cut in two. */
function wholeCharacters(text: string, most: number): string {
  const cut = text.slice(0, most);
  return cut.isWellFormed() || text.length <= most ? cut : cut.slice(0, -1);
}

function asksOf(
  text: string,
  whole: Reading,
  given: { lang: Lang; folders: readonly Folder[] },
  { steps, readings }: Watch,
): Ask[] {
  if (smallTalk(text, given.lang) !== undefined)
    return [{ text: asQuestion(text), kind: "small_talk", constraints: [] }];
  // Only whether it asks about the files is of matter here, and no date that it names lies after this one.
  if (readCollectionQuestion(text, new Date("2999-01-01")) !== undefined)
    return [{ text: asQuestion(text), kind: "collection", constraints: [] }];
  const { parts, compared } = planQuestion(text);
  // The halves of a comparison are only a way round; the comparison is what is asked.
  const asked = compared === undefined ? parts : parts.slice(0, 1);
  return asked.map((part): Ask => {
    const reading = part === text ? whole : readQuestion(part, steps);
    readings?.push(reading);
    const words = questionWords(part);
    const error = errorTextOf(reading, steps);
    const folder = folderNamed(reading, given.folders, steps);
    // What is pasted, polite or told of where it happened is no part of what is asked.
    const aside = [
      ...circumstancesOf(reading, steps),
      ...reading.courtesies.map((run) => spanOf(reading, run)),
      ...[error, folder].flatMap((one) => (one === undefined ? [] : [one.span])),
    ];
    const { lang } = given;
    return {
      text: asQuestion(part),
      kind: kindOfAsk(reading, { lang, words, error_text: error !== undefined }, steps),
      ...partsOfAsk(reading, { lang, words, aside }, steps),
    };
  });
}
