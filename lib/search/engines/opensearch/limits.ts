/** How the index on the search server is laid out: another layout gets another number, and with it an index of its own. */
export const layout = 1;

/** What an index is made with where nothing else is said. */
export const made = { shards: 3, replicas: 1, refresh: "30s" } as const;

/**
 * Passages that are asked for, to be ranked here: by the words alone, by the words with what headings and openings may add, and
 * by meaning, some more than are taken: of equals the first by place are.
 */
export const asked = { words: 160, headed: 100, meaning: 150 } as const;

/** Weights are whole numbers in the index: so many of them are 1. */
export const impactUnit = 1000;
/** … and half occurrences of a word in a document are counted. */
export const occurrenceUnit = 2;

/**
 * Lengths that weights in the index are made for. They only choose what is looked at; what a passage scores comes from the
 * lengths as they are.
 */
export const usual = {
  title: 3,
  heading: 8,
  path: 5,
  body: 60,
  code: 12,
  section: 3,
  document: 900,
} as const;

/** What goes to the server in one request, and how often it is tried where the server has no room for it now. */
export const bulk = { records: 2_000, chars: 6_000_000, tries: 6, first_wait_ms: 200 } as const;

export const requests = {
  /** A search, a change, and a look at which documents there are. */
  search_ms: 20_000,
  change_ms: 60_000,
  retries: 2,
  /** A search of which a part was not answered is sent so often; the waits in between are 0.3, 0.6 and 1.2 seconds. */
  tries: 4,
  first_wait_ms: 300,
  /** Documents asked for by their ids at once, words counted at once, passages of a wording read at once. */
  ids: 1_000,
  words: 300,
  page: 1_000,
  /** So long the server keeps what is read piece by piece. */
  kept: "2m",
  /** Values in one filter; the server takes 65,536. */
  values: 60_000,
  /** Words near to an unknown one that each shard may propose. */
  proposals: 50,
} as const;

/** More documents of other servers than this among the candidates leave too little room for one's own. */
export const mostForeign = 10;
/** Documents of other servers that are told once each. */
export const mostTold = 10_000;
