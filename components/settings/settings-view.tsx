"use client";
import { useTranslations } from "next-intl";
import { useConfig } from "../api/remotes.ts";
import type { Theme } from "../locale/locales.ts";
import { Scroller } from "../parts/scroller.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { Middle } from "../shell/middle.tsx";
import { About } from "./about.tsx";
import { AddFolder } from "./add-folder.tsx";
import { Appearance } from "./appearance.tsx";
import { Editor } from "./editor.tsx";
import { Embedding } from "./embedding.tsx";
import { FolderTable } from "./folder-table.tsx";
import { Kept } from "./kept.tsx";
import { Keyboard } from "./keyboard.tsx";
import { Model } from "./model.tsx";
import { NeverRead } from "./never-read.tsx";
import { Permissions } from "./permissions.tsx";
import { Sandbox } from "./sandbox.tsx";
import { SavedProvider, UndoButton, useSaySaved } from "./saved.tsx";
import { SectionsNav } from "./sections-nav.tsx";
import { Servers } from "./servers.tsx";
import { Session } from "./session.tsx";
import { Skills } from "./skills.tsx";
import { TestPath } from "./test-path.tsx";
import { Web } from "./web.tsx";
import { WordMeanings } from "./word-meanings.tsx";
import { Workspace } from "./workspace.tsx";

/** Settings: which folders may be read, what the rules say of a path, how the page looks, what runs here. */
export function SettingsView({ theme, signedIn }: { theme: Theme; signedIn: boolean }) {
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const { data, problem } = useConfig();
  return (
    <SavedProvider undoable={data?.undoable ?? false}>
      <Middle title="">
        <Scroller name={t("title")}>
          <div className="settings-page">
            <SectionsNav />
            <div className="settings">
              <h1>{t("title")}</h1>
              <p>{t("lead")}</p>
              {data?.error === undefined ? null : (
                <p className="strip field-wrong" role="alert">
                  {data.error}
                </p>
              )}
              <section aria-labelledby="folders">
                <h2 id="folders">{t("folders")}</h2>
                {data === undefined ? (
                  <p className="meta">
                    {problem === undefined ? t("loading") : problemText(problem)}
                  </p>
                ) : (
                  <>
                    <FolderTable document={data} />
                    <AddFolder document={data} />
                    <p className="meta mt-3">
                      {t("savedTo", {
                        file: data.saved_to,
                        source: t(`from.${data.sources.doc_access ?? "default"}`),
                      })}{" "}
                      {data.undoable ? <UndoLast /> : null}
                    </p>
                  </>
                )}
              </section>
              <TestPath />
              {data === undefined ? null : <NeverRead document={data} />}
              {data === undefined ? null : <Model document={data} />}
              {data === undefined ? null : <WordMeanings document={data} />}
              {data === undefined ? null : <Embedding document={data} />}
              {data === undefined ? null : <Web document={data} />}
              <Workspace document={data} />
              {data === undefined ? null : <Sandbox document={data} />}
              <Servers document={data} />
              <Skills />
              <Permissions />
              <Kept />
              <Appearance theme={theme} />
              <Keyboard />
              <Editor />
              {signedIn ? <Session /> : null}
              <About />
            </div>
          </div>
        </Scroller>
      </Middle>
    </SavedProvider>
  );
}

/** The last save can be taken back after a reload or a restart too, when its note is gone. */
function UndoLast() {
  return <UndoButton className="textlink" name="undoLast" onDone={useSaySaved()} />;
}
