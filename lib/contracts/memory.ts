import { z } from "zod";
import { AnswerStatus, Lang } from "./answer.ts";

/**
 * What Docent remembers beside the documents: earlier questions (episodes) and short facts a person stated or accepted
 * (concepts). Memory helps to understand a question and to find again; it is never cited as a source.
 */

/** `means`: `term` stands for `value`. `folder`: what `term` names is in the folder with the id `value`. `language`: answers come in `value`. */
export const ConceptKind = z.enum(["means", "folder", "language", "note"]);
export type ConceptKind = z.infer<typeof ConceptKind>;

/** One line of text: a fact, not a document. */
export const ConceptText = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .refine((text) => !/[\r\n\u2028\u2029]/.test(text), "a fact is one line");

/** A sentence as the program reads it. */
export const ConceptReading = z.object({
  kind: ConceptKind,
  term: z.string().optional(),
  value: z.string().optional(),
});
export type ConceptReading = z.infer<typeof ConceptReading>;

export const Concept = ConceptReading.extend({
  concept_id: z.string(),
  /** As it was stated. */
  text: z.string(),
  /** `stated` by the person on the page; `accepted` by the person after an agent proposed it. */
  origin: z.enum(["stated", "accepted"]),
  /** Of one that an agent proposed: which agent, in which asking, and the approval by which the person accepted it. */
  agent_id: z.string().optional(),
  trace_id: z.string().optional(),
  approval_id: z.string().optional(),
  /** The agent in whose partition it stands; absent where everybody who may read memory is told of it. */
  partition: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  /** In how many answers it was used, and when last. */
  uses: z.number().int().min(0),
  used_at: z.string().optional(),
  /** A newer one that says otherwise about the same thing: that one counts. */
  contradicted_by: z.string().optional(),
});
export type Concept = z.infer<typeof Concept>;

/** A fact as a question is understood with it. */
export const Fact = Concept.pick({
  concept_id: true,
  kind: true,
  term: true,
  value: true,
  text: true,
});
export type Fact = z.infer<typeof Fact>;

/** An earlier question as it is found again. */
export const Episode = z.object({
  run_id: z.string(),
  thread_id: z.string(),
  thread_title: z.string(),
  question: z.string().brand<"QuestionText">(),
  /** What it was completed to, where it could not be understood alone. */
  asked: z.string().brand<"QuestionText">().optional(),
  asked_at: z.string(),
  lang: Lang,
  status: AnswerStatus,
  /** Files its answer cites. */
  sources: z.array(z.object({ root_id: z.string(), relative_path: z.string() })),
  /** How sure it is that it asks the same as what was looked for, from 0 to 1; absent where nothing was looked for. */
  likeness: z.number().min(0).max(1).optional(),
});
export type Episode = z.infer<typeof Episode>;

export const EpisodesQuery = z.strictObject({
  q: z.string().trim().min(1).max(400).optional(),
  cursor: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export type EpisodesQuery = z.infer<typeof EpisodesQuery>;

/** With `q` the nearest in meaning and words first, in one page; without, the newest first. */
export const EpisodeList = z.object({
  episodes: z.array(Episode),
  next_cursor: z.string().optional(),
});
export type EpisodeList = z.infer<typeof EpisodeList>;

export const MemoryKind = z.enum(["conversations", "concepts", "tasks"]);
export type MemoryKind = z.infer<typeof MemoryKind>;

/** `GET /api/memory`: what is remembered. */
export const MemoryReport = z.object({
  enabled: z.boolean(),
  recall: z.boolean(),
  concepts: z.array(Concept),
  /** Questions that can be found by meaning, and the bytes of their vectors. */
  vectors: z.object({ count: z.number().int().min(0), bytes: z.number().int().min(0) }),
  /** A forgetting that was begun and is not finished yet: another program holds the database. */
  forgetting: z.boolean(),
});
export type MemoryReport = z.infer<typeof MemoryReport>;

/** `GET /api/memory/sizes`: how much there is. It takes a look at every page of the database. */
export const MemorySizes = z.object({
  /** `bytes`: of the tables, with their indexes, and of the files that belong to them. */
  kinds: z.array(
    z.object({
      kind: MemoryKind,
      count: z.number().int().min(0),
      bytes: z.number().int().min(0),
      oldest: z.string().optional(),
    }),
  ),
});
export type MemorySizes = z.infer<typeof MemorySizes>;

/** `PATCH /api/memory`: the switches, as they are saved in the configuration. */
export const MemorySwitches = z
  .strictObject({ enabled: z.boolean().optional(), recall: z.boolean().optional() })
  .refine((body) => Object.keys(body).length > 0, "nothing is switched");
export type MemorySwitches = z.infer<typeof MemorySwitches>;

/** `POST /api/memory/concepts`: a person states a fact. */
export const ConceptBody = z.strictObject({ text: ConceptText });
export type ConceptBody = z.infer<typeof ConceptBody>;

/** `PATCH /api/memory/concepts/:id`: another wording of it, or out of an agent's partition for everybody. */
export const ConceptChange = z
  .strictObject({ text: ConceptText.optional(), shared: z.literal(true).optional() })
  .refine((body) => Object.keys(body).length > 0, "nothing is changed");
export type ConceptChange = z.infer<typeof ConceptChange>;

const Time = z.iso.datetime({ offset: true });

/** What is to be forgotten. Times are of asking, stating and starting; `until` itself is not among them. */
export const ForgetScope = z
  .strictObject({
    thread_id: z.string().min(1).max(100).optional(),
    /** One turn of a conversation. */
    run_id: z.string().min(1).max(100).optional(),
    concept_id: z.string().min(1).max(100).optional(),
    since: Time.optional(),
    until: Time.optional(),
    /** Of everything or of a time span, this kind alone. */
    kind: MemoryKind.optional(),
    all: z.literal(true).optional(),
  })
  .superRefine(({ kind, since, until, ...one }, ctx) => {
    const span = since !== undefined || until !== undefined;
    const named = Object.values(one).filter((value) => value !== undefined).length;
    if (named + Number(span) === 1 && (kind === undefined || span || one.all === true)) return;
    const message =
      "name exactly one of thread_id, run_id, concept_id, a time span (since, until) and all; kind goes with a time span and with all";
    ctx.addIssue({ code: "custom", message });
  });
export type ForgetScope = z.infer<typeof ForgetScope>;

export const ForgetBody = z.strictObject({ scope: ForgetScope });

/** How much went. `finished` is false while another program holds the database: it is finished then, or at the next start. */
export const Forgotten = z.object({
  conversations: z.number().int().min(0),
  turns: z.number().int().min(0),
  concepts: z.number().int().min(0),
  tasks: z.number().int().min(0),
  finished: z.boolean(),
  message: z.string(),
});
export type Forgotten = z.infer<typeof Forgotten>;

/** `GET /api/memory/export`. */
export const MemoryExport = z.object({
  docent_memory: z.literal(1),
  exported_at: z.string(),
  concepts: z.array(Concept),
  episodes: z.array(Episode.omit({ likeness: true }).extend({ claims: z.array(z.string()) })),
});
export type MemoryExport = z.infer<typeof MemoryExport>;

/** What `memory.read` hands to an agent: questions and facts, no words of documents. */
export const MemoryFound = z.object({
  concepts: z.array(Fact),
  episodes: z.array(
    Episode.pick({ question: true, asked_at: true, thread_id: true, run_id: true, sources: true }),
  ),
});
export type MemoryFound = z.infer<typeof MemoryFound>;
