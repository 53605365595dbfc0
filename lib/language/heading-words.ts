/** Asked in the words of the heading that manuals have for it: "什么时候该用 Switch" as "何时使用 Switch". */
export function inHeadingWords(question: string): string {
  return /\p{Script=Han}/u.test(question) ? question.replace(useZh, "何时使用") : question;
}

export const useZh =
  /什[么麼][时時]候(?:该|應該|应该|适合|適合|要|会|需要)?(?:使用|用|选用)(?![过得完到不上的])|何[时時](?:该|应该)?(?:使用|用|选用)(?![过得完到不上的])/;
