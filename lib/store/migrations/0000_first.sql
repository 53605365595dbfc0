CREATE TABLE `citations` (
	`message_id` integer NOT NULL,
	`number` integer NOT NULL,
	`root_id` text NOT NULL,
	`relative_path` text NOT NULL,
	`line_start` integer NOT NULL,
	`line_end` integer NOT NULL,
	`sha256` text NOT NULL,
	`file_sha256` text NOT NULL,
	`score` real NOT NULL,
	PRIMARY KEY(`message_id`, `number`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `citations_file` ON `citations` (`root_id`,`relative_path`);--> statement-breakpoint
CREATE TABLE `claim_citations` (
	`message_id` integer NOT NULL,
	`claim_id` text NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`message_id`, `claim_id`, `number`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `claims` (
	`message_id` integer NOT NULL,
	`claim_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`support` text NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`message_id`, `claim_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `gaps` (
	`message_id` integer NOT NULL,
	`position` integer NOT NULL,
	`about` text NOT NULL,
	`cause` text NOT NULL,
	`rule` text,
	`message` text NOT NULL,
	PRIMARY KEY(`message_id`, `position`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `kept_results` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`body` text NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE INDEX `kept_results_expiry` ON `kept_results` (`expires_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`thread_id` text NOT NULL,
	`trace_id` text NOT NULL,
	`run_id` text NOT NULL,
	`asked_at` text NOT NULL,
	`question` text NOT NULL,
	`lang` text NOT NULL,
	`status` text NOT NULL,
	`mode` text NOT NULL,
	`confidence` real NOT NULL,
	`latency_ms` real NOT NULL,
	`answer` text NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `threads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_run_id_unique` ON `messages` (`run_id`);--> statement-breakpoint
CREATE INDEX `messages_thread` ON `messages` (`thread_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_trace` ON `messages` (`trace_id`);--> statement-breakpoint
CREATE TABLE `reads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`trace_id` text NOT NULL,
	`task_id` text,
	`agent_id` text NOT NULL,
	`tool_id` text NOT NULL,
	`root_id` text,
	`relative_path` text NOT NULL,
	`line_start` integer,
	`line_end` integer,
	`length` integer,
	`sha256` text,
	`rule` text
);
--> statement-breakpoint
CREATE INDEX `reads_at` ON `reads` (`at`);--> statement-breakpoint
CREATE INDEX `reads_trace` ON `reads` (`trace_id`);--> statement-breakpoint
CREATE TABLE `spans` (
	`span_id` text PRIMARY KEY NOT NULL,
	`trace_id` text NOT NULL,
	`run_id` text NOT NULL,
	`parent_span_id` text,
	`task_id` text,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`agent_id` text,
	`tool_id` text,
	`started_at` text NOT NULL,
	`ms` real NOT NULL,
	`status` text NOT NULL,
	`deny_reason` text,
	`attributes` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `spans_trace` ON `spans` (`trace_id`);--> statement-breakpoint
CREATE TABLE `tasks` (
	`task_id` text PRIMARY KEY NOT NULL,
	`trace_id` text NOT NULL,
	`run_id` text NOT NULL,
	`parent_task_id` text,
	`status` text NOT NULL,
	`stored_at` text NOT NULL,
	`request` text NOT NULL,
	`result` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tasks_trace` ON `tasks` (`trace_id`);--> statement-breakpoint
CREATE TABLE `threads` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`turns` integer NOT NULL,
	`last_status` text NOT NULL,
	`last_message_id` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `threads_newest` ON `threads` (`last_message_id`);