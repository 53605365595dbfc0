"use client";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import type { Theme } from "../locale/locales.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { About } from "./about.tsx";
import { AnswerChoices } from "./answer-choices.tsx";
import { Appearance } from "./appearance.tsx";
import { Developer } from "./developer.tsx";
import { Editor } from "./editor.tsx";
import { Embedding } from "./embedding.tsx";
import { Folders } from "./folders.tsx";
import { Kept } from "./kept.tsx";
import { Keyboard } from "./keyboard.tsx";
import { MemorySection } from "./memory-section.tsx";
import { Model } from "./model.tsx";
import { NeverRead } from "./never-read.tsx";
import { Permissions } from "./permissions.tsx";
import { Sandbox } from "./sandbox.tsx";
import { SavedPages } from "./saved-pages.tsx";
import { Servers } from "./servers.tsx";
import { Session } from "./session.tsx";
import { useSettings } from "./settings-context.ts";
import { pageOf, type SettingsPageId } from "./settings-index.ts";
import { Skills } from "./skills.tsx";
import { TestPath } from "./test-path.tsx";
import { UndoLast } from "./undo-last.tsx";
import { Web } from "./web.tsx";
import { WordMeanings } from "./word-meanings.tsx";
import { Workspace } from "./workspace.tsx";

type Given = { document: ConfigDocument | undefined; theme: Theme; signedIn: boolean };

/** What stands on each page. A section that needs the configuration comes with it. */
const sections: Record<SettingsPageId, (given: Given) => ReactNode> = {
  general: ({ theme, signedIn }) => (
    <>
      <Appearance theme={theme} />
      <Keyboard />
      <Editor />
      {signedIn ? <Session /> : null}
    </>
  ),
  folders: ({ document }) => (
    <>
      <Folders document={document} />
      <TestPath />
      {document === undefined ? null : <NeverRead document={document} />}
    </>
  ),
  model: ({ document }) =>
    document === undefined ? null : (
      <>
        <Model document={document} />
        <AnswerChoices document={document} />
        <WordMeanings document={document} />
        <Embedding document={document} />
      </>
    ),
  tools: ({ document }) => (
    <>
      <Workspace document={document} />
      {document === undefined ? null : <Sandbox document={document} />}
    </>
  ),
  servers: ({ document }) => <Servers document={document} />,
  skills: () => <Skills />,
  permissions: () => <Permissions />,
  web: ({ document }) => (
    <>
      {document === undefined ? null : <Web document={document} />}
      <SavedPages />
    </>
  ),
  memory: () => (
    <>
      <MemorySection />
      <Kept />
    </>
  ),
  about: ({ document }) => (
    <>
      <About />
      <Developer document={document} />
    </>
  ),
};

/** One page of Settings: its name, what it is for, its sections, and the way to take the last save back. */
export function SettingsPage(props: { page: SettingsPageId; theme: Theme; signedIn: boolean }) {
  const { page, ...given } = props;
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const { data, problem } = useSettings();
  useEarlierLink();
  return (
    <div className="settings" data-page={page}>
      <Link href="/settings" prefetch={false} className="btn btn-quiet settings-back">
        <ChevronLeft size={16} aria-hidden="true" />
        {t("allPages")}
      </Link>
      <h1>{t(`page.${page}`)}</h1>
      {saidBelow.has(page) ? null : <p className="settings-lead">{t(`pageSaid.${page}`)}</p>}
      {data?.error === undefined ? null : (
        <p className="strip field-wrong" role="alert">
          {data.error}
        </p>
      )}
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : null}
      {sections[page]({ document: data, ...given })}
      {data === undefined ? null : <UndoLast document={data} page={page} />}
    </div>
  );
}

/** Their one section says what they are for. */
const saidBelow: ReadonlySet<SettingsPageId> = new Set(["permissions", "servers", "skills", "web"]);

/** Settings were one page once: `/settings#model` leads to where that section is now. */
function useEarlierLink() {
  const router = useRouter();
  useEffect(() => {
    if (location.pathname !== "/settings") return;
    const id = location.hash.slice(1);
    const page = pageOf(id);
    if (page !== undefined) router.replace(`/settings/${page}#${id}`);
  }, [router]);
}
