import { firstPage } from "../../components/settings/settings-index.ts";
import { ShownPage } from "./shown-page.tsx";

/** The first page beside the list; on a narrow screen the list alone. */
export default function SettingsListPage() {
  return <ShownPage page={firstPage} />;
}
