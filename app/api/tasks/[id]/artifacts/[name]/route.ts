import { artifactResponse } from "../../../../_server/artifact-response.ts";
import { route } from "../../../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params }) => {
    const { artifact, bytes } = await assembly.tasks.artifact(params.id ?? "", params.name ?? "");
    return artifactResponse(artifact, bytes);
  },
});
