-- The provider is asked about a person for their tokens too, by one server at a time; sign-ins on their way are in a cookie.
ALTER TABLE "people" ADD COLUMN "kept" text COLLATE "C";
ALTER TABLE "people" ADD COLUMN "refused_at" text COLLATE "C";
ALTER TABLE "people" ADD COLUMN "asking_until" text COLLATE "C";
DELETE FROM "sign_ins";
ALTER TABLE "sign_ins" DROP COLUMN "browser";
ALTER TABLE "sign_ins" DROP COLUMN "nonce";
ALTER TABLE "sign_ins" DROP COLUMN "verifier";
ALTER TABLE "sign_ins" DROP COLUMN "return_to";
