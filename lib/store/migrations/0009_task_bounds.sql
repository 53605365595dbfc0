ALTER TABLE `work_tasks` ADD `skill_tools` text;--> statement-breakpoint
ALTER TABLE `work_tasks` ADD `roots` text;