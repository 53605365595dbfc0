"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";

/**
 * Words that look like they hold a key or a password stay folded until they are asked for: somebody may be looking over the
 * shoulder. `tail` stands in their place meanwhile. What holds none is shown as it is.
 */
export function SecretFold(props: {
  claim: { contains_secret?: boolean | undefined };
  tail?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("answer");
  const [open, setOpen] = useState(false);
  if (!props.claim.contains_secret) return props.children;
  return (
    <>
      <button type="button" className="secret" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("secret")}
      </button>{" "}
      {open ? props.children : props.tail}
    </>
  );
}
