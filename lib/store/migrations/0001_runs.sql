CREATE TABLE `run_events` (
	`run_id` text NOT NULL,
	`seq` integer NOT NULL,
	`event` text NOT NULL,
	PRIMARY KEY(`run_id`, `seq`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`trace_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`question` text NOT NULL,
	`lang` text,
	`asked_at` text NOT NULL,
	`state` text NOT NULL,
	`key` text,
	`fingerprint` text,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `runs_thread` ON `runs` (`thread_id`);--> statement-breakpoint
CREATE INDEX `runs_key` ON `runs` (`key`);--> statement-breakpoint
CREATE INDEX `runs_expiry` ON `runs` (`expires_at`);