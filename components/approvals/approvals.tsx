"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Approval } from "#lib/contracts/approvals";
import { useRemote } from "../api/remote.ts";
import { approvalsRemote } from "../api/tools.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { IconButton } from "../parts/icon-button.tsx";
import { later } from "../parts/later.tsx";
import { usePlaces } from "./places.ts";

const ApprovalCard = later(() => import("./approval-card.tsx").then((m) => m.ApprovalCard));

/**
 * What waits for a person, above every page: the oldest first, one at a time, until it is decided and put away. It takes
 * no focus of its own accord and can be folded to a line; the page beside it goes on.
 */
export function Approvals() {
  const t = useTranslations("approvals");
  const { data } = useRemote(approvalsRemote, (known) =>
    pendingOf(known).length > 0 ? 2000 : 10_000,
  );
  const { inPlace, decided, lookedAt } = usePlaces();
  const waiting = pendingOf(data).filter(({ id }) => !inPlace.has(id) && !decided.has(id));
  const [shown, setShown] = useState<Approval>();
  const [folded, setFolded] = useState(false);
  const [followed, setFollowed] = useState<typeof lookedAt>();
  const show = (approval: Approval | undefined) => {
    setShown(approval);
    setFolded(false);
  };
  const wanted = waiting.find(({ id }) => id === lookedAt?.id);
  if (followed !== lookedAt && wanted !== undefined) {
    setFollowed(lookedAt);
    show(wanted);
  } else if (shown === undefined && waiting[0] !== undefined) show(waiting[0]);
  else if (shown !== undefined && inPlace.has(shown.id)) show(undefined);

  const open = shown !== undefined && waiting.some(({ id }) => id === shown.id);
  const other = waiting.find(({ id }) => id !== shown?.id);
  return (
    <>
      <p className="sr-only" role="status">
        {waiting.length === 0 ? "" : t("waiting", { count: waiting.length })}
      </p>
      {shown === undefined ? null : (
        <section className="asking" aria-label={t("region")}>
          <header>
            <FoldButton open={!folded} aria-controls="asked" onClick={() => setFolded(!folded)}>
              {open ? t("waiting", { count: waiting.length }) : t("decidedNow")}
            </FoldButton>
            <span className="flex-1" />
            {open ? null : other === undefined ? (
              <IconButton name={t("putAway")} onClick={() => show(undefined)}>
                <X size={16} aria-hidden="true" />
              </IconButton>
            ) : (
              <button type="button" className="btn" onClick={() => show(other)}>
                {t("next")}
              </button>
            )}
          </header>
          <div id="asked" hidden={folded}>
            <ApprovalCard
              key={shown.id}
              id={shown.id}
              first={shown}
              focused={lookedAt?.id === shown.id && lookedAt}
            />
          </div>
        </section>
      )}
    </>
  );
}

const pendingOf = (known: { approvals: readonly Approval[] } | undefined) =>
  (known?.approvals ?? []).filter(({ state }) => state === "pending");
