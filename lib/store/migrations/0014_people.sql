CREATE TABLE `access_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`scope` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_hash_unique` ON `access_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `access_tokens_person` ON `access_tokens` (`person_id`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`name` text NOT NULL,
	`groups` text NOT NULL,
	`created_at` text NOT NULL,
	`confirmed_at` text NOT NULL,
	`removed_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `people_subject` ON `people` (`issuer`,`subject`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`checked_at` text NOT NULL,
	`kept` text,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_person` ON `sessions` (`person_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_ins` (
	`hash` text PRIMARY KEY NOT NULL,
	`browser` text NOT NULL,
	`nonce` text NOT NULL,
	`verifier` text NOT NULL,
	`return_to` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_ins_expiry` ON `sign_ins` (`expires_at`);--> statement-breakpoint
DROP INDEX `threads_newest`;--> statement-breakpoint
ALTER TABLE `threads` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
CREATE INDEX `threads_newest` ON `threads` (`owner`,`last_message_id`);--> statement-breakpoint
CREATE TABLE `__new_figures` (
	`owner` text NOT NULL,
	`series` text NOT NULL,
	`step` text NOT NULL,
	`at` text NOT NULL,
	`key` text NOT NULL,
	`n` integer NOT NULL,
	`sum` real NOT NULL,
	PRIMARY KEY(`owner`, `series`, `step`, `at`, `key`)
);
--> statement-breakpoint
INSERT INTO `__new_figures`("owner", "series", "step", "at", "key", "n", "sum") SELECT 'person', "series", "step", "at", "key", "n", "sum" FROM `figures`;--> statement-breakpoint
DROP TABLE `figures`;--> statement-breakpoint
ALTER TABLE `__new_figures` RENAME TO `figures`;--> statement-breakpoint
CREATE TABLE `__new_kept_results` (
	`owner` text NOT NULL,
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`body` text NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`owner`, `scope`, `key`)
);
--> statement-breakpoint
INSERT INTO `__new_kept_results`("owner", "scope", "key", "fingerprint", "body", "expires_at") SELECT 'person', "scope", "key", "fingerprint", "body", "expires_at" FROM `kept_results`;--> statement-breakpoint
DROP TABLE `kept_results`;--> statement-breakpoint
ALTER TABLE `__new_kept_results` RENAME TO `kept_results`;--> statement-breakpoint
CREATE INDEX `kept_results_expiry` ON `kept_results` (`expires_at`);--> statement-breakpoint
ALTER TABLE `agent_turns` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `approvals` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `concepts` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `connections` ADD `person` text;--> statement-breakpoint
ALTER TABLE `episode_embeddings` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `episodes` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
CREATE INDEX `episodes_owner` ON `episodes` (`owner`,`message_id`);--> statement-breakpoint
ALTER TABLE `forgettings` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_owner` ON `messages` (`owner`,`id`);--> statement-breakpoint
ALTER TABLE `previews` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `reads` ADD `person` text;--> statement-breakpoint
ALTER TABLE `replay_cases` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `spans` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `standing_permissions` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `tasks` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `tool_calls` ADD `person` text;--> statement-breakpoint
ALTER TABLE `traces` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
CREATE INDEX `traces_owner` ON `traces` (`owner`,`started_at`);--> statement-breakpoint
ALTER TABLE `work_tasks` ADD `owner` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
CREATE INDEX `work_tasks_owner` ON `work_tasks` (`owner`,`number`);