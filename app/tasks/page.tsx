import { TasksView } from "../../components/tasks/tasks-view.tsx";

export default function TasksPage() {
  return <TasksView />;
}
