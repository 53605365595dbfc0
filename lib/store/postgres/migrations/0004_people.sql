-- Whose rows they are. What is there belongs to the one person of before; from now on each row is told whose it is.
ALTER TABLE "threads" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "threads" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "messages" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "messages" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "episodes" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "episodes" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "episode_embeddings" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "episode_embeddings" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "concepts" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "concepts" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "forgettings" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "forgettings" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "tasks" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "tasks" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "kept_results" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "kept_results" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "runs" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "runs" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "agent_turns" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "agent_turns" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "spans" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "spans" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "work_tasks" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "work_tasks" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "approvals" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "approvals" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "standing_permissions" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "standing_permissions" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "traces" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "traces" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "previews" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "previews" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "replay_cases" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "replay_cases" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "figures" ADD COLUMN "owner" text COLLATE "C" NOT NULL DEFAULT 'person';
ALTER TABLE "figures" ALTER COLUMN "owner" DROP DEFAULT;
ALTER TABLE "reads" ADD COLUMN "person" text COLLATE "C";
ALTER TABLE "tool_calls" ADD COLUMN "person" text COLLATE "C";
ALTER TABLE "connections" ADD COLUMN "person" text COLLATE "C";
ALTER TABLE "kept_results" DROP CONSTRAINT "kept_results_pkey";
ALTER TABLE "kept_results" ADD PRIMARY KEY ("owner", "scope", "key");
ALTER TABLE "figures" DROP CONSTRAINT "figures_pkey";
ALTER TABLE "figures" ADD PRIMARY KEY ("owner", "series", "step", "at", "key");
DROP INDEX "threads_newest";
CREATE INDEX "threads_newest" ON "threads" ("owner","last_message_id");
CREATE INDEX "messages_owner" ON "messages" ("owner","id");
CREATE INDEX "episodes_owner" ON "episodes" ("owner","message_id");
CREATE INDEX "work_tasks_owner" ON "work_tasks" ("owner","number");
CREATE INDEX "traces_owner" ON "traces" ("owner","started_at");
CREATE TABLE "people" (
  "id" text COLLATE "C" PRIMARY KEY,
  "issuer" text COLLATE "C" NOT NULL,
  "subject" text COLLATE "C" NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "groups" text COLLATE "C" NOT NULL,
  "created_at" text COLLATE "C" NOT NULL,
  "confirmed_at" text COLLATE "C" NOT NULL,
  "removed_at" text COLLATE "C"
);
CREATE UNIQUE INDEX "people_subject" ON "people" ("issuer","subject");
CREATE TABLE "sessions" (
  "hash" text COLLATE "C" PRIMARY KEY,
  "person_id" text COLLATE "C" NOT NULL,
  "created_at" text COLLATE "C" NOT NULL,
  "expires_at" text COLLATE "C" NOT NULL,
  "checked_at" text COLLATE "C" NOT NULL,
  "kept" text COLLATE "C",
  FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE
);
CREATE INDEX "sessions_person" ON "sessions" ("person_id");
CREATE INDEX "sessions_expiry" ON "sessions" ("expires_at");
CREATE TABLE "access_tokens" (
  "id" text COLLATE "C" PRIMARY KEY,
  "hash" text COLLATE "C" NOT NULL UNIQUE,
  "person_id" text COLLATE "C" NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "scope" text COLLATE "C" NOT NULL,
  "created_at" text COLLATE "C" NOT NULL,
  "expires_at" text COLLATE "C" NOT NULL,
  "used_at" text COLLATE "C",
  FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE
);
CREATE INDEX "access_tokens_person" ON "access_tokens" ("person_id");
CREATE TABLE "sign_ins" (
  "hash" text COLLATE "C" PRIMARY KEY,
  "browser" text COLLATE "C" NOT NULL,
  "nonce" text COLLATE "C" NOT NULL,
  "verifier" text COLLATE "C" NOT NULL,
  "return_to" text COLLATE "C" NOT NULL,
  "expires_at" text COLLATE "C" NOT NULL
);
CREATE INDEX "sign_ins_expiry" ON "sign_ins" ("expires_at");
