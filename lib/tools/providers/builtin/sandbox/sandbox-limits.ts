/** How much a command may take up before it is ended. All of its processes together, where nothing else is said. */
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
