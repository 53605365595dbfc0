import { later } from "./later.tsx";

/** Only a narrow screen has sheets. */
export const Sheet = later(() => import("./sheet.tsx").then((m) => m.Sheet));
