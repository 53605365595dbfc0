CREATE TABLE `agent_turns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`thread_id` text NOT NULL,
	`parent_thread_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`trace_id` text NOT NULL,
	`run_id` text NOT NULL,
	`parent_run_id` text NOT NULL,
	`asked_at` text NOT NULL,
	`task` text NOT NULL,
	`reply` text NOT NULL,
	`end` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `agent_turns_parent` ON `agent_turns` (`parent_thread_id`,`agent_id`,`id`);--> statement-breakpoint
CREATE INDEX `agent_turns_trace` ON `agent_turns` (`trace_id`);--> statement-breakpoint
ALTER TABLE `spans` ADD `parent_run_id` text;--> statement-breakpoint
ALTER TABLE `tool_calls` ADD `parent_run_id` text;