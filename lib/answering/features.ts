import type { Feature } from "./feature.ts";
import { aboveNear } from "./features/above-near.ts";
import { action } from "./features/action.ts";
import { affirmsForYesNo } from "./features/affirms-for-yes-no.ts";
import { announces } from "./features/announces.ts";
import { announcesForList } from "./features/announces-for-list.ts";
import { asksItself } from "./features/asks-itself.ts";
import { bareRow } from "./features/bare-row.ts";
import { codeForProcedure } from "./features/code-for-procedure.ts";
import { codeWordsForProcedure } from "./features/code-words-for-procedure.ts";
import { codeWordsForValue } from "./features/code-words-for-value.ts";
import { conditional } from "./features/conditional.ts";
import { contrastForComparison } from "./features/contrast-for-comparison.ts";
import { covered } from "./features/covered.ts";
import { coveredAbove } from "./features/covered-above.ts";
import { coveredLead } from "./features/covered-lead.ts";
import { coveredPassage } from "./features/covered-passage.ts";
import { coveredPath } from "./features/covered-path.ts";
import { coveredTelling } from "./features/covered-telling.ts";
import { coveredTellingAbove } from "./features/covered-telling-above.ts";
import { dangling } from "./features/dangling.ts";
import { defaultForDefault } from "./features/default-for-default.ts";
import { definitionForDefinition } from "./features/definition-for-definition.ts";
import { denial } from "./features/denial.ts";
import { density } from "./features/density.ts";
import { entry } from "./features/entry.ts";
import { enumeratesForList } from "./features/enumerates-for-list.ts";
import { firstOfSection } from "./features/first-of-section.ts";
import { focus } from "./features/focus.ts";
import { foreign } from "./features/foreign.ts";
import { headingAsks } from "./features/heading-asks.ts";
import { headingNames } from "./features/heading-names.ts";
import { headingNear } from "./features/heading-near.ts";
import { headingWorded } from "./features/heading-worded.ts";
import { identifier } from "./features/identifier.ts";
import { instructionAnywhere } from "./features/instruction-anywhere.ts";
import { instructionForProcedure } from "./features/instruction-for-procedure.ts";
import { isCode } from "./features/is-code.ts";
import { isLink } from "./features/is-link.ts";
import { isListItem } from "./features/is-list-item.ts";
import { isQuote } from "./features/is-quote.ts";
import { isStep } from "./features/is-step.ts";
import { isTable } from "./features/is-table.ts";
import { itemForFact } from "./features/item-for-fact.ts";
import { itemForList } from "./features/item-for-list.ts";
import { long } from "./features/long.ts";
import { nameForFact } from "./features/name-for-fact.ts";
import { nameForPerson } from "./features/name-for-person.ts";
import { namedFolder } from "./features/named-folder.ts";
import { near } from "./features/near.ts";
import { nothingNew } from "./features/nothing-new.ts";
import { numberForTime } from "./features/number-for-time.ts";
import { numberForValue } from "./features/number-for-value.ts";
import { opensPage } from "./features/opens-page.ts";
import { opensSection } from "./features/opens-section.ts";
import { otherFolder } from "./features/other-folder.ts";
import { pageScore } from "./features/page-score.ts";
import { pairs } from "./features/pairs.ts";
import { passageAbsolute } from "./features/passage-absolute.ts";
import { passageFirst } from "./features/passage-first.ts";
import { passageNear } from "./features/passage-near.ts";
import { passageRank } from "./features/passage-rank.ts";
import { passageScore } from "./features/passage-score.ts";
import { passageTells } from "./features/passage-tells.ts";
import { placeForPlace } from "./features/place-for-place.ts";
import { pointsElsewhere } from "./features/points-elsewhere.ts";
import { rarest } from "./features/rarest.ts";
import { rarestAbove } from "./features/rarest-above.ts";
import { reasonForReason } from "./features/reason-for-reason.ts";
import { releasePage } from "./features/release-page.ts";
import { remedyForError } from "./features/remedy-for-error.ts";
import { rowForValue } from "./features/row-for-value.ts";
import { short } from "./features/short.ts";
import { stepForProcedure } from "./features/step-for-procedure.ts";
import { thing } from "./features/thing.ts";
import { timeForTime } from "./features/time-for-time.ts";
import { titleNames } from "./features/title-names.ts";
import { toldByLead } from "./features/told-by-lead.ts";
import { toldOtherwise } from "./features/told-otherwise.ts";
import { toldOtherwiseAbove } from "./features/told-otherwise-above.ts";

/** Everything that may speak for a unit. To add one: its file, and a line here; then `npm run fit`. */
export const features: readonly Feature[] = [
  passageScore,
  passageFirst,
  passageRank,
  passageAbsolute,
  pageScore,
  covered,
  coveredTelling,
  coveredAbove,
  coveredTellingAbove,
  coveredLead,
  coveredPassage,
  coveredPath,
  focus,
  rarest,
  rarestAbove,
  pairs,
  density,
  nothingNew,
  action,
  thing,
  identifier,
  entry,
  headingNames,
  headingAsks,
  headingWorded,
  titleNames,
  opensSection,
  firstOfSection,
  opensPage,
  long,
  short,
  isCode,
  isListItem,
  isStep,
  isTable,
  isQuote,
  bareRow,
  announces,
  pointsElsewhere,
  isLink,
  asksItself,
  dangling,
  conditional,
  denial,
  foreign,
  releasePage,
  namedFolder,
  otherFolder,
  codeForProcedure,
  stepForProcedure,
  instructionForProcedure,
  instructionAnywhere,
  remedyForError,
  codeWordsForProcedure,
  codeWordsForValue,
  rowForValue,
  itemForList,
  itemForFact,
  announcesForList,
  enumeratesForList,
  contrastForComparison,
  affirmsForYesNo,
  reasonForReason,
  defaultForDefault,
  placeForPlace,
  numberForValue,
  numberForTime,
  timeForTime,
  nameForPerson,
  nameForFact,
  definitionForDefinition,
  toldOtherwise,
  toldOtherwiseAbove,
  toldByLead,
  near,
  headingNear,
  aboveNear,
  passageNear,
  passageTells,
];
