import { z } from "zod";
import { Citation } from "./citation.ts";

/** Pictures that documents refer to: which are shown, how one is found, and what is told of it. */
export const PictureType = z.enum([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/svg+xml",
]);
export type PictureType = z.infer<typeof PictureType>;

/** Larger ones are `too_large`: in bytes, in pixels, and in pixels of one side. */
export const pictureLimits = {
  /** As base64 it has room in one message of MCP, a line of at most 8 MiB. */
  bytes: 5 * 1024 * 1024,
  pixels: 64_000_000,
  side: 20_000,
  /** A drawing is text that a browser lays out. */
  drawing_bytes: 1024 * 1024,
} as const;

export const isPictureName = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|svg)$/i.test(path);

/** A picture where a document refers to it. */
export const FoundPicture = z.object({
  /** The lines of the document that hold it. */
  citation: Citation,
  /** As the document writes it. */
  target: z.string(),
  /** From the root on, joined by `/`. */
  relative_path: z.string(),
  /** What is said of it: its alternative text, else its title or caption; empty where the document says nothing. */
  alt: z.string(),
  caption: z.string().optional(),
  media_type: PictureType,
  bytes: z.number().int().min(1),
  sha256: z.string(),
  width: z.number().int().min(1).optional(),
  height: z.number().int().min(1).optional(),
  /** Of the question's words the share that stands in it, in what is said of it, or around it. */
  words_met: z.number().min(0).max(1),
  /** It stands with the passage at this place, from 1, of those that are found for the question. */
  passage: z.number().int().min(1).optional(),
});
export type FoundPicture = z.infer<typeof FoundPicture>;

/** A picture of an answer; `shown_for`: it was asked for, or stands with the lines that the answer cites. */
export const AnswerPicture = FoundPicture.extend({ shown_for: z.enum(["question", "lines"]) });
export type AnswerPicture = z.infer<typeof AnswerPicture>;

/** `from` and `line`: the document that refers to it, and where. */
export const PictureQuery = z.object({
  path: z.string().min(1).max(8192),
  root: z.string().min(1).max(200),
  from: z.string().min(1).max(8192).optional(),
  line: z.coerce.number().int().min(1).max(100_000_000).optional(),
});
export type PictureQuery = z.infer<typeof PictureQuery>;

/** Where the bytes of a picture are: the route, with what it is asked by. */
export function pictureAddress(picture: {
  root_id: string;
  relative_path: string;
  from: string;
  line: number;
}): string {
  const query = new URLSearchParams({
    path: picture.relative_path,
    root: picture.root_id,
    from: picture.from,
    line: String(picture.line),
  });
  return `/api/sources/picture?${query}`;
}
