import { createElement, createRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Divider } from "../../components/parts/divider.tsx";

it("a line between panes says which pane's width it is", () => {
  const html = renderToStaticMarkup(
    createElement(Divider, {
      ...{ id: "divide", className: "", name: "Source pane width", side: "right" },
      ...{ pane: createRef<HTMLElement>(), controls: "source", onMoved: () => undefined },
    }),
  );
  expect(html).toContain('role="separator"');
  expect(html).toContain('aria-label="Source pane width"');
  expect(html).toContain('aria-controls="source"');
});
