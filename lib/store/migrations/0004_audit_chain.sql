CREATE TABLE `audit_chain` (
	`seq` integer PRIMARY KEY NOT NULL,
	`audited` text NOT NULL,
	`row_id` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_head` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL
);
