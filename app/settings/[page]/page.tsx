import { notFound } from "next/navigation";
import { settingsPages } from "../../../components/settings/settings-index.ts";
import { ShownPage } from "../shown-page.tsx";

export default async function SettingsPagePage(props: { params: Promise<{ page: string }> }) {
  const { page } = await props.params;
  const known = settingsPages.find((one) => one === page);
  if (known === undefined) notFound();
  return <ShownPage page={known} />;
}
