import { useTranslations } from "next-intl";
import type { ServerStatus } from "#lib/contracts/http";

/** The state of a tool server as a shape and a word. */
export function ServerState({ state }: { state: ServerStatus["state"] }) {
  const t = useTranslations("tools.state");
  return (
    <span className="server-state" data-state={state}>
      {t(state)}
    </span>
  );
}
