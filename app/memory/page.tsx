import { MemoryView } from "../../components/memory/memory-view.tsx";

export default function MemoryPage() {
  return <MemoryView />;
}
