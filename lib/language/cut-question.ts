/** As much of a question as a search service takes, cut between words where there are any. */
export function cutQuestion(question: string, most: number): string {
  if (question.length <= most) return question;
  const cut = question.slice(0, most);
  const end = cut.lastIndexOf(" ");
  if (end > most / 2) return cut.slice(0, end);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
