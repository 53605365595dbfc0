import { NetworkView } from "../../../components/activity/network/network-view.tsx";

export default function NetworkPage() {
  return <NetworkView />;
}
