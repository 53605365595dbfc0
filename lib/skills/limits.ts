/** What is read of one skill at most; beyond any of these it is not loaded and says which. */
export const skillLimits = {
  /** In one folder of skills. */
  skills: 200,
  files: 1_000,
  /** Folders within one another. */
  depth: 8,
  file_bytes: 8 * 1024 * 1024,
  total_bytes: 32 * 1024 * 1024,
  zip_bytes: 16 * 1024 * 1024,
  skill_md_bytes: 256 * 1024,
  companion_bytes: 64 * 1024,
  front_matter_bytes: 32 * 1024,
  /** Levels of lists and records in front matter or `docent.yaml`. */
  yaml_depth: 16,
  yaml_aliases: 20,
  path_characters: 300,
  allowed_tools: 200,
  metadata: 50,
} as const;

/** Of a file that is handed to a model. */
export const readBytes = 1024 * 1024;
