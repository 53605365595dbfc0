"use client";
import { Command } from "cmdk";
import { CornerDownLeft, FileText, MessageSquareText, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { handbookPath } from "#lib/contracts/handbook";
import { useConfig } from "../api/remotes.ts";
import { holdsWords } from "../parts/holds-words.ts";
import { isComposing } from "../parts/is-composing.ts";
import { KeyCaps } from "./key-caps.tsx";
import { useCommands, useSettingCommands } from "./palette-commands.ts";
import type { PaletteProps } from "./palette-field.tsx";
import { useFound } from "./use-found.ts";

/**
 * One field for all there is: commands, conversations, headings of the files, or a question to be asked. What comes from
 * the server stands below what is here at once, so that nothing moves under the finger.
 */
export function Palette({ query, onQuery, back, ...props }: PaletteProps) {
  const t = useTranslations("palette");
  const chosen = useRef<() => void>(undefined);
  const wanted = query.trim();
  const commands = useCommands().filter(({ name }) => holdsWords(name, wanted));
  const settings = useSettingCommands(wanted);
  const { threads, like, headings } = useFound(wanted);
  const roots = useConfig().data?.config.doc_access.roots ?? [];
  const handbookId = roots.find(({ path }) => path === handbookPath)?.id;
  /** Acts once the palette is gone and has given the focus back, so that an act can take it somewhere else. */
  const choose = (act: () => void) => () => {
    chosen.current = act;
    props.onClose();
    props.onChosen();
  };
  const first = [...commands, ...settings][0]?.act ?? (() => props.onAsk(wanted));
  // Before the dialog is drawn: there is nothing of it to be seen or to take the focus. An act is done once, however often
  // the effect is run for it, as React does in development.
  const acted = useRef(false);
  useLayoutEffect(() => {
    if (!props.entered || acted.current) return;
    acted.current = true;
    back.giveBack();
    props.onClose();
    props.onChosen();
    first();
  });
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil" />
        <Dialog.Content
          className="dialog palette"
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            if (isComposing(event)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            back.onCloseAutoFocus(event);
            chosen.current?.();
          }}
        >
          <Dialog.Title className="sr-only">{t("name")}</Dialog.Title>
          <Command shouldFilter={false} label={t("name")} loop>
            <div className="palette-field">
              <Search size={16} aria-hidden="true" />
              <Command.Input
                ref={goOnIn}
                value={query}
                onValueChange={onQuery}
                placeholder={t("placeholder")}
                maxLength={4000}
              />
              <KeyCaps keys="Escape" />
            </div>
            <Command.List label={t("found")}>
              {commands.length === 0 ? null : (
                <Command.Group heading={t("commands")}>
                  {commands.map(({ id, name, keys, icon: Icon, act }) => (
                    <Row
                      key={id}
                      value={id}
                      icon={<Icon size={16} aria-hidden="true" />}
                      {...(keys === undefined ? {} : { end: <KeyCaps keys={keys} /> })}
                      onSelect={choose(act)}
                    >
                      {name}
                    </Row>
                  ))}
                </Command.Group>
              )}
              {settings.length === 0 ? null : (
                <Command.Group heading={t("settings")}>
                  {settings.slice(0, mostSettings).map(({ id, name, page, icon: Icon, act }) => (
                    <Row
                      key={id}
                      value={id}
                      icon={<Icon size={16} aria-hidden="true" />}
                      end={<span className="meta">{page}</span>}
                      onSelect={choose(act)}
                    >
                      {name}
                    </Row>
                  ))}
                </Command.Group>
              )}
              {wanted === "" ? null : (
                <Row
                  value="ask"
                  icon={<CornerDownLeft size={16} aria-hidden="true" />}
                  onSelect={choose(() => props.onAsk(wanted))}
                >
                  {t("ask", { question: wanted })}
                </Row>
              )}
              {threads.length === 0 ? null : (
                <Command.Group heading={t("conversations")}>
                  {threads.map(({ id, title }) => (
                    <Row
                      key={id}
                      value={`thread ${id}`}
                      icon={<MessageSquareText size={16} aria-hidden="true" />}
                      onSelect={choose(() => props.onThread(id))}
                    >
                      {title}
                    </Row>
                  ))}
                </Command.Group>
              )}
              {like.length === 0 ? null : (
                <Command.Group heading={t("askedLike")}>
                  {like.map(({ thread_id, run_id, question }) => (
                    <Row
                      key={run_id}
                      value={`like ${run_id}`}
                      icon={<MessageSquareText size={16} aria-hidden="true" />}
                      onSelect={choose(() => props.onThread(thread_id, run_id))}
                    >
                      {question}
                    </Row>
                  ))}
                </Command.Group>
              )}
              {(["files", "handbook"] as const).map((of) => {
                const own = headings.filter(
                  ({ root_id }) => (root_id === handbookId) === (of === "handbook"),
                );
                return own.length === 0 ? null : (
                  <Command.Group key={of} heading={t(of)}>
                    {own.map(({ text, root_id, relative_path, line }) => (
                      <Row
                        key={`${root_id}\n${relative_path}\n${line}`}
                        value={`heading ${root_id} ${relative_path} ${line}`}
                        icon={<FileText size={16} aria-hidden="true" />}
                        end={<span className="path">{relative_path}</span>}
                        onSelect={choose(() => props.onAsk(text))}
                      >
                        {text}
                      </Row>
                    ))}
                  </Command.Group>
                );
              })}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Takes the cursor in the moment in which the field is there: not a key is lost, and what was typed before is kept. */
function goOnIn(field: HTMLInputElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

/** The rest is found in Settings itself. */
const mostSettings = 6;

function Row(props: {
  value: string;
  icon: ReactNode;
  end?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item value={props.value} className="palette-row" onSelect={props.onSelect}>
      {props.icon}
      <span className="palette-name">{props.children}</span>
      {props.end}
    </Command.Item>
  );
}
