CREATE TABLE `concepts` (
	`concept_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`term` text,
	`value` text,
	`origin` text NOT NULL,
	`agent_id` text,
	`trace_id` text,
	`approval_id` text,
	`partition` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`uses` integer NOT NULL,
	`used_at` text
);
--> statement-breakpoint
CREATE TABLE `episodes` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`made_by` text NOT NULL,
	`asked` text,
	`vector` blob NOT NULL,
	`reading` text NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `episodes_made_by` ON `episodes` (`made_by`);--> statement-breakpoint
CREATE TABLE `forgettings` (
	`id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`begun_at` text NOT NULL
);
--> statement-breakpoint
UPDATE `messages` SET `answer` = json_remove(`answer`, '$.earlier') WHERE json_extract(`answer`, '$.earlier') IS NOT NULL;
