import { CasesView } from "../../../components/activity/cases/cases-view.tsx";

export default function CasesPage() {
  return <CasesView />;
}
