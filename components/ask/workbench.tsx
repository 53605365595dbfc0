"use client";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { useNewQuestions } from "../shell/new-question.ts";
import { ConversationView } from "./conversation-view.tsx";
import { keepFocus } from "./keep-focus.ts";

/**
 * Decides which conversation is on the page. It outlives the address: the first question turns "/" into "/t/<id>" under
 * the running conversation, and only a move to another thread or a request for a new question starts afresh.
 */
export function Workbench() {
  const pathname = usePathname();
  const asked = useNewQuestions();
  const thread = threadOf(pathname);
  const [seen, setSeen] = useState({ pathname, asked });
  const [live, setLive] = useState<{
    key: number;
    loads: string | undefined;
    is: string | undefined;
  }>({
    key: 0,
    loads: thread,
    is: thread,
  });
  if (seen.pathname !== pathname || seen.asked !== asked) {
    setSeen({ pathname, asked });
    if (seen.asked !== asked) setLive({ key: live.key + 1, loads: undefined, is: undefined });
    else if (thread !== live.is) setLive({ key: live.key + 1, loads: thread, is: thread });
  }
  useEffect(() => {
    if (live.key === 0) return;
    const timer = setTimeout(keepFocus);
    return () => clearTimeout(timer);
  }, [live.key]);
  return (
    <ConversationView
      key={live.key}
      threadId={live.loads}
      onThread={(id) => {
        setLive((now) => ({ ...now, is: id }));
        const { search, pathname: at } = window.location;
        const to = id === undefined ? "/" : `/t/${encodeURIComponent(id)}`;
        const from = id === undefined ? threadOf(at) === live.is : at === "/";
        if (from) window.history.replaceState(null, "", `${to}${search}`);
      }}
    />
  );
}

function threadOf(pathname: string): string | undefined {
  const match = /^\/t\/([^/]+)$/.exec(pathname);
  return match?.[1] === undefined ? undefined : decodeURIComponent(match[1]);
}
