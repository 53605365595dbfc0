CREATE TABLE `work_artifacts` (
	`task_id` text NOT NULL,
	`name` text NOT NULL,
	`folded` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`step_id` text NOT NULL,
	`created_at` text NOT NULL,
	`patch_id` text,
	`patch_state` text,
	PRIMARY KEY(`task_id`, `folded`),
	FOREIGN KEY (`task_id`) REFERENCES `work_tasks`(`task_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_artifacts_patch_id_unique` ON `work_artifacts` (`patch_id`);--> statement-breakpoint
CREATE TABLE `work_events` (
	`task_id` text NOT NULL,
	`id` integer NOT NULL,
	`at` text NOT NULL,
	`event` text NOT NULL,
	`progress_of` text,
	PRIMARY KEY(`task_id`, `id`),
	FOREIGN KEY (`task_id`) REFERENCES `work_tasks`(`task_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `work_steps` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`step_id` text NOT NULL,
	`task_id` text NOT NULL,
	`plan` integer NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`effect` integer NOT NULL,
	`acted` integer NOT NULL,
	`attempts` integer NOT NULL,
	`started_at` text,
	`ended_at` text,
	`input` text,
	`output` text,
	`progress` text,
	`calls` integer NOT NULL,
	`tool_calls` text NOT NULL,
	`approval_ids` text NOT NULL,
	`error` text,
	FOREIGN KEY (`task_id`) REFERENCES `work_tasks`(`task_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_steps_step_id_unique` ON `work_steps` (`step_id`);--> statement-breakpoint
CREATE INDEX `work_steps_task` ON `work_steps` (`task_id`,`number`);--> statement-breakpoint
CREATE TABLE `work_tasks` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`task_id` text NOT NULL,
	`type` text NOT NULL,
	`skill` text NOT NULL,
	`state` text NOT NULL,
	`input` text NOT NULL,
	`input_sha256` text NOT NULL,
	`lang` text NOT NULL,
	`started_by` text NOT NULL,
	`trace_id` text NOT NULL,
	`run_id` text NOT NULL,
	`thread_id` text,
	`created_at` text NOT NULL,
	`started_at` text,
	`ended_at` text,
	`budget` text NOT NULL,
	`spent` text NOT NULL,
	`notices` text NOT NULL,
	`error` text,
	`again` text,
	`key` text,
	`fingerprint` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_tasks_task_id_unique` ON `work_tasks` (`task_id`);--> statement-breakpoint
CREATE INDEX `work_tasks_state` ON `work_tasks` (`state`,`number`);--> statement-breakpoint
CREATE INDEX `work_tasks_thread` ON `work_tasks` (`thread_id`);--> statement-breakpoint
CREATE INDEX `work_tasks_key` ON `work_tasks` (`key`);--> statement-breakpoint
CREATE INDEX `work_tasks_ended` ON `work_tasks` (`ended_at`);