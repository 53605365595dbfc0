DROP INDEX `reads_path`;--> statement-breakpoint
CREATE INDEX `reads_path` ON `reads` (`relative_path`,`at`);--> statement-breakpoint
ALTER TABLE `connections` ADD `connection_id` text;--> statement-breakpoint
ALTER TABLE `connections` ADD `state` text DEFAULT 'ended' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `connections_connection_id_unique` ON `connections` (`connection_id`);--> statement-breakpoint
ALTER TABLE `previews` ADD `thread_id` text;--> statement-breakpoint
CREATE INDEX `previews_thread` ON `previews` (`thread_id`) WHERE thread_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `traces_kind` ON `traces` (`kind`,`started_at`);--> statement-breakpoint
CREATE VIRTUAL TABLE trace_words USING fts5(title, content='traces', content_rowid='number', tokenize='trigram', detail='none', columnsize=0);--> statement-breakpoint
INSERT INTO trace_words(trace_words, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO trace_words(trace_words) VALUES ('rebuild');--> statement-breakpoint
CREATE TRIGGER trace_words_insert AFTER INSERT ON traces WHEN new.title IS NOT NULL BEGIN
	INSERT INTO trace_words(rowid, title) VALUES (new.number, new.title);
END;--> statement-breakpoint
CREATE TRIGGER trace_words_delete AFTER DELETE ON traces WHEN old.title IS NOT NULL BEGIN
	INSERT INTO trace_words(trace_words, rowid, title) VALUES ('delete', old.number, old.title);
END;--> statement-breakpoint
CREATE TRIGGER trace_words_update AFTER UPDATE OF title ON traces WHEN old.title IS NOT new.title BEGIN
	INSERT INTO trace_words(trace_words, rowid, title) SELECT 'delete', old.number, old.title WHERE old.title IS NOT NULL;
	INSERT INTO trace_words(rowid, title) SELECT new.number, new.title WHERE new.title IS NOT NULL;
END;