import { TracesView } from "../../components/activity/traces/traces-view.tsx";

export default function TracesPage() {
  return <TracesView />;
}
