import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Pictures } from "../../components/answer/pictures.tsx";
import messages from "../../components/messages/en.json" with { type: "json" };
import { sampleAnswer, sampleCitation } from "../store/sample-answer.ts";

it("folds a picture whose words hold a secret, as a sentence is folded", () => {
  const picture = {
    ...{ target: "a.png", relative_path: "a.png", alt: "password: Gr4nite-Otter-77" },
    ...{ media_type: "image/png" as const, bytes: 9, sha256: "0".repeat(64) },
    ...{ words_met: 1, shown_for: "lines" as const },
    citation: sampleCitation({ id: 2, contains_secret: true }),
  };
  const answer = sampleAnswer({ pictures: [picture] });
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Pictures number={1} turn={{ answer } as never} />
    </NextIntlClientProvider>,
  );
  expect(page).toContain('aria-expanded="false"');
  expect(page).toContain("Contains a secret");
  expect(page).not.toContain("Gr4nite");
  expect(page).not.toContain("<img");
});
