/** How much what runs in a sandbox may take up before it is ended. */
export type UseLimits = {
  /** Also of threads. */
  processes: number;
  memory_bytes: number;
  /** What one process may set aside, used or not; `memory_bytes` where nothing is said. */
  reserved_bytes?: number;
  file_bytes: number;
  written_bytes: number;
  scratch_bytes: number;
  scratch_files: number;
  output_bytes: number;
  /** Without one, only the clock bounds it. */
  cpu_ms?: number;
};

/** Those of a command of `bash`. All of its processes together, where nothing else is said. */
export const sandboxLimits = {
  processes: 256,
  /** Also of each process alone. */
  memory_bytes: 2 * 1024 ** 3,
  /** Of one file. */
  file_bytes: 256 * 1024 ** 2,
  written_bytes: 1024 ** 3,
  /** Of /tmp, and of /dev/shm. */
  scratch_bytes: 256 * 1024 ** 2,
  /** In both of them. */
  scratch_files: 100_000,
  output_bytes: 16 * 1024 ** 2,
} as const;
