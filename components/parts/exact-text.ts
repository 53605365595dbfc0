/** Of a box for what is no prose (paths, hosts, names of models): the browser corrects, completes and capitalises nothing. */
export const exactText = {
  spellCheck: false,
  autoComplete: "off",
  autoCapitalize: "none",
} as const;
