import { z } from "zod";
import { inPieces, sse, type WireFormat } from "./wire-format.ts";

/** Google's streamGenerateContent. */
const Part = z.union([
  z.strictObject({ text: z.string(), thoughtSignature: z.string().optional() }),
  z.strictObject({
    functionCall: z.strictObject({
      id: z.string().optional(),
      name: z.string(),
      args: z.record(z.string(), z.unknown()),
    }),
    thoughtSignature: z.string().optional(),
  }),
  z.strictObject({
    functionResponse: z.strictObject({
      id: z.string().optional(),
      name: z.string(),
      response: z.record(z.string(), z.unknown()),
    }),
  }),
]);

const Request = z.strictObject({
  systemInstruction: z.strictObject({ parts: z.array(z.strictObject({ text: z.string() })) }),
  contents: z
    .array(z.strictObject({ role: z.enum(["user", "model"]), parts: z.array(Part).min(1) }))
    .min(1),
  generationConfig: z.strictObject({ maxOutputTokens: z.number().int() }),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z.array(
          z.strictObject({
            name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/),
            description: z.string(),
            parameters: z.record(z.string(), z.unknown()).optional(),
            parametersJsonSchema: z.record(z.string(), z.unknown()).optional(),
          }),
        ),
      }),
    )
    .optional(),
  toolConfig: z
    .strictObject({ functionCallingConfig: z.strictObject({ mode: z.literal("AUTO") }) })
    .optional(),
});

/** A call that comes back without what it was signed with is refused by the newer models. */
export const signatureOf = (turn: number): string => `signed-${turn}`;

export const googleGenerate: WireFormat = {
  provider: "google",
  base: "/v1beta",
  path: "/models/test-model:streamGenerateContent?alt=sse",
  Request,
  events: ({ text = "", calls = [], turn, tokens }) => {
    const part = (content: object, more: object = {}) =>
      sse({
        candidates: [{ index: 0, content: { role: "model", parts: [content] }, ...more }],
        modelVersion: "test-model",
        responseId: `r${turn}`,
        usageMetadata: {
          promptTokenCount: tokens.input,
          cachedContentTokenCount: tokens.cached,
          candidatesTokenCount: tokens.output,
          totalTokenCount: tokens.input + tokens.output,
        },
      });
    return [
      ...inPieces(text).map((piece) => part({ text: piece })),
      ...calls.map((call) =>
        part({
          functionCall: { name: call.name, args: call.arguments },
          thoughtSignature: signatureOf(turn),
        }),
      ),
      part({ text: "" }, { finishReason: "STOP" }),
    ];
  },
  offered: (body) =>
    (Request.parse(body).tools ?? []).flatMap(({ functionDeclarations }) =>
      functionDeclarations.map(({ name }) => name),
    ),
  failure: sse({
    error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" },
  }),
  refusal: (message, status) => JSON.stringify({ error: { code: 400, message, status } }),
  models: {
    body: {
      models: [
        { name: "models/gemini-one", supportedGenerationMethods: ["generateContent"] },
        { name: "models/embedding-one", supportedGenerationMethods: ["embedContent"] },
      ],
    },
    names: ["gemini-one"],
  },
};
