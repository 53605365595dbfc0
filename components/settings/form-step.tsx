import type { ReactNode } from "react";

/** What came of asking for the list, while a name that is typed has not been tried. */
export function Listed({ came }: { came: { ok: boolean; message: string } | undefined }) {
  if (came === undefined) return null;
  return (
    <p role="status" className={came.ok ? "meta" : "field-wrong"}>
      {came.message}
    </p>
  );
}

/** One step of a form, by its name. */
export function Step({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="argument grid-cols-[minmax(0,1fr)]">
      <h3 className="label">{name}</h3>
      {children}
    </div>
  );
}
