CREATE TABLE `feedback` (
	`run_id` text PRIMARY KEY NOT NULL,
	`verdict` text NOT NULL,
	`why` text,
	`at` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `messages`(`run_id`) ON UPDATE no action ON DELETE cascade
);
