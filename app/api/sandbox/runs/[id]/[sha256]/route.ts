import { SandboxFileQuery } from "#lib/contracts/sandbox";
import { artifactResponse } from "../../../../_server/artifact-response.ts";
import { route } from "../../../../_server/make-route.ts";

/** A file that code left which was run in a conversation, or tried by hand; those of tasks are artifacts. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params, query }) => {
    const { thread } = query(SandboxFileQuery);
    const run = { invocation_id: params.id ?? "", thread_id: thread };
    const { artifact, bytes } = await assembly.sandbox.file(run, params.sha256 ?? "");
    return artifactResponse(artifact, bytes);
  },
});
