ALTER TABLE `people` ADD `kept` text;--> statement-breakpoint
ALTER TABLE `people` ADD `refused_at` text;--> statement-breakpoint
ALTER TABLE `people` ADD `asking_until` text;--> statement-breakpoint
ALTER TABLE `sign_ins` DROP COLUMN `browser`;--> statement-breakpoint
ALTER TABLE `sign_ins` DROP COLUMN `nonce`;--> statement-breakpoint
ALTER TABLE `sign_ins` DROP COLUMN `verifier`;--> statement-breakpoint
ALTER TABLE `sign_ins` DROP COLUMN `return_to`;