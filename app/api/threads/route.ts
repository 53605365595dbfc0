import { z } from "zod";
import { route } from "../_server/make-route.ts";

const PAGE = 50;
const Query = z.strictObject({ cursor: z.string().max(100).optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, query }) => {
    const { cursor } = query(Query);
    return Response.json(
      assembly.listThreads({ limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }),
    );
  },
  /** All of them. */
  DELETE: ({ assembly }) => Response.json({ deleted: assembly.deleteThreads() }),
});
