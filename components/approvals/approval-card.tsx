"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Approval } from "#lib/contracts/approvals";
import { useProblemText } from "../parts/use-problem-text.ts";
import type { Paging } from "../tools/outcome-cut.tsx";
import { ApprovalOutcome } from "./approval-outcome.tsx";
import { ApprovalQuestion } from "./approval-question.tsx";
import { decidedInPlace, keepInPlace } from "./places.ts";
import { useApproval } from "./use-approval.ts";

/** One approval from the question to what came of it, in the same place. */
export function ApprovalCard(props: {
  id: string;
  first?: Approval;
  /** Somebody asked for it just now: the focus goes there, anew for another object. */
  focused: boolean | object;
  /** It stands where it was asked, so it is not shown above the page as well. */
  inPlace?: boolean;
  paging?: Paging;
}) {
  const { id, inPlace = false } = props;
  const t = useTranslations("approvals");
  const problemText = useProblemText();
  const { data, problem, put, reload } = useApproval(id, props.first);
  const [decided, setDecided] = useState(false);
  useEffect(() => (inPlace ? keepInPlace(id) : undefined), [id, inPlace]);
  if (data === undefined) {
    return <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>;
  }
  if (data.state === "pending") {
    return (
      <ApprovalQuestion
        approval={data}
        focused={props.focused}
        onDecided={(next) => {
          setDecided(true);
          put(next);
          if (inPlace) decidedInPlace(id);
        }}
        onLost={() => void reload()}
      />
    );
  }
  return (
    <ApprovalOutcome
      approval={data}
      focused={decided}
      {...(props.paging === undefined ? {} : { paging: props.paging })}
    />
  );
}
