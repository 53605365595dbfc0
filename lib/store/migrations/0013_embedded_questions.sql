CREATE TABLE `episode_embeddings` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`model` text NOT NULL,
	`hash` text NOT NULL,
	`vector` blob,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `episode_embeddings_of` ON `episode_embeddings` (`model`,`hash`);