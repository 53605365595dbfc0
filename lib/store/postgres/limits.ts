export const limits = {
  connect_ms: 5_000,
  /** An idle connection to a machine that is gone is found out so soon. */
  alive_ms: 10_000,
  /** Another that only looks whether it may have the database goes away again by then. */
  lock_wait_ms: 1_000,
  end_ms: 1_000,
  /** So often a server says that it is there, and looks for what notifications did not bring. */
  tick_ms: 1_500,
  /** Without its connection, and not back by then: by the clock of the database it is gone. */
  gone_ms: 6_000,
  /** It still has its connection, and has not said that it is there: frozen, or behind a network that broke. */
  silent_ms: 30_000,
  /** Of servers that started at one moment, one brings the tables up to date; so often the others look again. */
  start_tries: 20,
  /** So often a server asks to be one of several, each time for `lock_wait_ms`, before it is told that another is alone. */
  take_tries: 3,
  /** Events that every server that is there has long read. */
  events_kept_s: 600,
  events_at_once: 1_000,
} as const;
