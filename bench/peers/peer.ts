/** What a peer finds for a question, best first. Of a whole file there are no lines. */
export type PeerHit = {
  relative_path: string;
  score: number;
  lines?: { start: number; end: number };
};

/** A search engine people would pick instead, filled with the same passages and asked the same questions. */
export type Peer = {
  search(question: string, limit: number): PeerHit[];
  /** How it was set, for the reader of the figures. */
  settings: string;
  close(): void;
};
