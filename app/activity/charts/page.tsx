import { ChartsView } from "../../../components/activity/charts/charts-view.tsx";

export default function ChartsPage() {
  return <ChartsView />;
}
