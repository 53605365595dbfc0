/** What stands in place of a secret wherever it would be written down. It tells nothing of it, its length neither. */
export const maskMark = "••••••••";
