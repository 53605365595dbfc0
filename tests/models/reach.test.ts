import { describe, expect, it } from "vitest";
import { createReach } from "../../lib/models/reach.ts";

describe("the way out to a model", () => {
  const reach = (response: Response) =>
    createReach("http://127.0.0.1:1/v1", () => Promise.resolve(response));

  it("leads to one origin, and follows nobody to another", async () => {
    const elsewhere = reach(new Response("ok"));
    for (const address of [
      "http://127.0.0.1:2/v1",
      "https://127.0.0.1:1/v1",
      "http://evil.example/",
    ]) {
      await expect(elsewhere(address)).rejects.toThrow();
    }
    const moved = reach(new Response(null, { status: 302, headers: { location: "/v2" } }));
    await expect(moved("http://127.0.0.1:1/v1")).rejects.toThrow();
  });

  it("breaks off a reply larger than any that is meant", async () => {
    const piece = new Uint8Array(1_048_576);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(piece) });
    const response = await reach(new Response(endless))("http://127.0.0.1:1/v1");
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});
