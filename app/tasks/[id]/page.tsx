import { TaskView } from "../../../components/tasks/task-view.tsx";

export default async function TaskPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <TaskView key={id} id={id} />;
}
