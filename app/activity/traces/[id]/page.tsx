import { TraceView } from "../../../../components/activity/trace/trace-view.tsx";

export default async function TracePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <TraceView key={id} id={id} />;
}
