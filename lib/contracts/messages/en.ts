/** Sentences the program writes, English. Keys and parameters are the same in `zh-CN.ts` (a test compares them). */
const en = {
  rule: {
    not_allowlisted:
      "The path is in none of the folders that Docent may read. Add its folder in Settings if it should be.",
    traversal: "The path climbs out of its folder with “..”. Give the path without it.",
    symlink_escape:
      "The path is a link that leads out of its folder. Put a copy into the folder, or add the folder it leads to.",
    denylisted:
      "The path is on the denylist, which stands above every folder. It cannot be read through Docent.",
    invalid_path:
      "The path is empty, too long, of the wrong form, or fits several folders. Give one full path or name the folder.",
    not_regular_file: "The path is a folder, pipe, device or socket. Only regular files are read.",
    not_a_document: "The file does not match the document patterns (doc_file_patterns).",
    too_large: "The file is larger than max_file_bytes allows.",
    too_many_files: "The folder holds more files than max_files allows; the rest is not read.",
    path_changed: "The file changed under its name while it was being opened. Ask again.",
    unreadable:
      "The operating system does not let Docent read this. Check that it exists and its permissions.",
    outside_scope: "The folder is not among those this question may search.",
    outside_project:
      "The folder lies outside the project and allow_outside_project is off. Switch it on to read it.",
  },
};
export default en;

/** The same tree with any sentences: what a catalogue must have. */
export type Messages = DeepStrings<typeof en>;
type DeepStrings<T> = { [K in keyof T]: T[K] extends string ? string : DeepStrings<T[K]> };
