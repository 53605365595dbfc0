CREATE TABLE `approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`tool_id` text NOT NULL,
	`definition_hash` text NOT NULL,
	`thread_id` text,
	`created_at` text NOT NULL,
	`asked` text NOT NULL,
	`decided_at` text,
	`decision` text,
	`note` text,
	`rule` text,
	`result` text
);
--> statement-breakpoint
CREATE INDEX `approvals_state` ON `approvals` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `approvals_tool` ON `approvals` (`tool_id`,`definition_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `approvals_thread` ON `approvals` (`thread_id`);--> statement-breakpoint
CREATE TABLE `standing_permissions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`thread_id` text,
	`tool_id` text NOT NULL,
	`definition_hash` text NOT NULL,
	`resource` text,
	`level` text NOT NULL,
	`granted_at` text NOT NULL,
	`used_at` text
);
--> statement-breakpoint
CREATE INDEX `standing_permissions_thread` ON `standing_permissions` (`thread_id`);--> statement-breakpoint
CREATE TABLE `tool_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invocation_id` text NOT NULL,
	`trace_id` text NOT NULL,
	`run_id` text NOT NULL,
	`task_id` text NOT NULL,
	`step_id` text,
	`agent_id` text NOT NULL,
	`tool_id` text NOT NULL,
	`provider_id` text,
	`requested` text,
	`granted` text NOT NULL,
	`approval_required` integer NOT NULL,
	`approval_id` text,
	`approval_result` text,
	`started_at` text NOT NULL,
	`ended_at` text NOT NULL,
	`status` text NOT NULL,
	`deny_reason` text,
	`error_class` text,
	`arguments_bytes` integer NOT NULL,
	`arguments_sha256` text NOT NULL,
	`result_bytes` integer NOT NULL,
	`result_sha256` text NOT NULL,
	`redacted` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tool_calls_invocation` ON `tool_calls` (`invocation_id`);--> statement-breakpoint
CREATE INDEX `tool_calls_trace` ON `tool_calls` (`trace_id`);