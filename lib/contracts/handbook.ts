/** The folder that comes with Docent, by its path in the settings: one's own folder may be called handbook as well. */
export const handbookPath = "handbook";
