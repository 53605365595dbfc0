CREATE TABLE `accepted_skills` (
	`name` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`accepted_at` text NOT NULL
);
