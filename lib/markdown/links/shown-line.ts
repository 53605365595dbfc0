const longestText = 300;

/** A line as it is told with what stands on it: cut, and without the blanks around it. */
export const shownLine = (line: string): string => line.trim().slice(0, longestText).toWellFormed();
