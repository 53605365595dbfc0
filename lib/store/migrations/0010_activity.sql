CREATE TABLE `audit_anchor` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`until` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `connections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`purpose` text NOT NULL,
	`host` text NOT NULL,
	`port` integer NOT NULL,
	`address` text,
	`method` text,
	`trace_id` text,
	`task_id` text,
	`status` integer,
	`rule` text,
	`bytes_sent` integer NOT NULL,
	`bytes_received` integer NOT NULL,
	`ms` real NOT NULL
);
--> statement-breakpoint
CREATE INDEX `connections_at` ON `connections` (`at`);--> statement-breakpoint
CREATE INDEX `connections_host` ON `connections` (`host`,`at`);--> statement-breakpoint
CREATE INDEX `connections_purpose` ON `connections` (`purpose`,`at`);--> statement-breakpoint
CREATE INDEX `connections_trace` ON `connections` (`trace_id`) WHERE trace_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `figures` (
	`series` text NOT NULL,
	`step` text NOT NULL,
	`at` text NOT NULL,
	`key` text NOT NULL,
	`n` integer NOT NULL,
	`sum` real NOT NULL,
	PRIMARY KEY(`series`, `step`, `at`, `key`)
);
--> statement-breakpoint
CREATE TABLE `previews` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`span_id` text NOT NULL,
	`trace_id` text NOT NULL,
	`at` text NOT NULL,
	`kind` text NOT NULL,
	`agent_id` text,
	`text` text NOT NULL,
	`left_out` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `previews_span` ON `previews` (`span_id`);--> statement-breakpoint
CREATE INDEX `previews_trace` ON `previews` (`trace_id`);--> statement-breakpoint
CREATE INDEX `previews_at` ON `previews` (`at`);--> statement-breakpoint
CREATE TABLE `replay_cases` (
	`trace_id` text PRIMARY KEY NOT NULL,
	`note` text,
	`kept_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trace_marks` (
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`started_at` integer NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`kind`, `value`, `started_at`, `number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `trace_marks_number` ON `trace_marks` (`number`);--> statement-breakpoint
CREATE TABLE `traces` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trace_id` text NOT NULL,
	`kind` text NOT NULL,
	`run_id` text NOT NULL,
	`thread_id` text,
	`task_id` text,
	`title` text,
	`status` text NOT NULL,
	`deny_reason` text,
	`agent_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`ms` real,
	`tokens` integer NOT NULL,
	`cost` real,
	`model` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `traces_trace_id_unique` ON `traces` (`trace_id`);--> statement-breakpoint
CREATE INDEX `traces_started` ON `traces` (`started_at`);--> statement-breakpoint
CREATE INDEX `traces_status` ON `traces` (`status`,`started_at`);--> statement-breakpoint
CREATE INDEX `traces_thread` ON `traces` (`thread_id`);--> statement-breakpoint
CREATE INDEX `traces_title` ON `traces` (`started_at`,`title`) WHERE title IS NOT NULL;--> statement-breakpoint
CREATE TABLE `upkeep` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `reads` ADD `run_id` text;--> statement-breakpoint
ALTER TABLE `reads` ADD `step_id` text;--> statement-breakpoint
ALTER TABLE `reads` ADD `invocation_id` text;--> statement-breakpoint
CREATE INDEX `reads_agent` ON `reads` (`agent_id`,`at`);--> statement-breakpoint
CREATE INDEX `reads_tool` ON `reads` (`tool_id`,`at`);--> statement-breakpoint
CREATE INDEX `reads_root` ON `reads` (`root_id`,`at`);--> statement-breakpoint
CREATE INDEX `reads_path` ON `reads` (`relative_path`);--> statement-breakpoint
CREATE INDEX `reads_rule` ON `reads` (`rule`,`at`) WHERE rule IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reads_task` ON `reads` (`task_id`) WHERE task_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tool_calls_started` ON `tool_calls` (`started_at`);--> statement-breakpoint
CREATE INDEX `tool_calls_agent` ON `tool_calls` (`agent_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `tool_calls_tool` ON `tool_calls` (`tool_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `tool_calls_status` ON `tool_calls` (`status`,`started_at`);--> statement-breakpoint
CREATE INDEX `tool_calls_rule` ON `tool_calls` (`deny_reason`,`started_at`) WHERE deny_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tool_calls_task` ON `tool_calls` (`task_id`);--> statement-breakpoint
CREATE INDEX `tool_calls_approval` ON `tool_calls` (`approval_id`) WHERE approval_id IS NOT NULL;