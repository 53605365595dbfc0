import { PictureQuery } from "#lib/contracts/pictures";
import { route } from "../../_server/make-route.ts";

/**
 * A picture that a document refers to. A drawing keeps its type, so that a page shows it as a picture; opened by itself it is
 * in a sandbox of its own, where nothing of it runs and nothing is loaded.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => {
    const { content, media_type, sha256 } = await call.assembly.picture(
      call.query(PictureQuery),
      call,
    );
    return new Response(new Uint8Array(content), {
      headers: {
        "content-type": media_type,
        "content-length": String(content.byteLength),
        "content-security-policy":
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        etag: `"${sha256}"`,
      },
    });
  },
});
