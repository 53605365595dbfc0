import type { ReactNode } from "react";
import { Workbench } from "../../components/ask/workbench.tsx";

/** The conversation stands in the layout, not in the pages, so that it outlives a change of the address. */
export default function AskLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Workbench />
      {children}
    </>
  );
}
