"use client";
import { useTranslations } from "next-intl";
import { runCodeResult } from "#lib/contracts/sandbox";
import { runFile } from "../api/sandbox.ts";
import { useApproval } from "../approvals/use-approval.ts";
import { Fold } from "../parts/fold.tsx";
import { CodeShown } from "./code-shown.tsx";
import { RunFiles } from "./run-files.tsx";

/** What was run in a conversation, as it was allowed, and the files that it left. */
export function CodeAction({ approval_id }: { approval_id: string }) {
  const t = useTranslations("sandbox.files");
  const { data } = useApproval(approval_id, undefined);
  if (data?.shows.kind !== "code") return null;
  const { result, thread_id } = data;
  const { data: output } = runCodeResult.safeParse(result?.structured);
  const invocation_id = result?.meta.invocation_id ?? "";
  const run = { invocation_id, ...(thread_id === null ? {} : { thread: thread_id }) };
  return (
    <>
      <Fold name={t("code")}>
        <CodeShown shows={data.shows} />
      </Fold>
      <RunFiles files={output?.artifacts ?? []} at={({ sha256 }) => runFile(run, sha256)} />
    </>
  );
}
