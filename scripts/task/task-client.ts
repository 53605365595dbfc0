import type { CreatedTask, CreateTaskBody, TaskEventRow, TaskInfo } from "#lib/contracts/tasks";

/** One task at a time, wherever the program runs that works on it. Methods throw AppError with its sentence. */
export type TaskClient = {
  create(body: CreateTaskBody): Promise<CreatedTask>;
  /** What it tells, to its end. */
  events(task_id: string): AsyncIterable<TaskEventRow>;
  find(task_id: string): Promise<TaskInfo>;
  cancel(task_id: string): Promise<void>;
  artifact(task_id: string, name: string): Promise<Buffer>;
  close(): Promise<void>;
};
