/**
 * Pairs of sentences as two sources may have them, written before anybody looked at what the code makes of them: of the same
 * thing and against each other, and of two things or compatible. At first sight 13 of the 15 were told and 7 of the 15 others
 * were taken for contradictions; what was mended is by principle (two places, two names, a case of its own, another condition).
 */
export const against: readonly (readonly [string, string])[] = [
  ["The cache is cleared every 24 hours.", "The cache is cleared every 6 hours."],
  ["Uploads larger than 10 MB are rejected.", "Uploads of more than 25 MB are rejected."],
  ["Guest users can export reports.", "Guest users cannot export reports."],
  [
    "Sessions end after 15 minutes of inactivity.",
    "A session ends after 45 minutes without activity.",
  ],
  [
    "The configuration is stored in `/etc/nova/config.yml`.",
    "The configuration is stored in `/opt/nova/config.yml`.",
  ],
  ["Passwords are stored encrypted on disk.", "Passwords are stored unencrypted on disk."],
  ["The free tier includes three projects.", "The free tier includes five projects."],
  ["Deleted files can be restored within 14 days.", "You can restore deleted files for 60 days."],
  ["Telemetry is enabled by default.", "By default telemetry is off."],
  ["Version 4.2 requires Java 17.", "Version 4.2 requires Java 11."],
  ["日志默认保留 7 天。", "默认情况下日志保留 14 天。"],
  ["管理员可以删除审计记录。", "管理员不能删除审计记录。"],
  ["The company was founded in Zurich.", "The company was founded in Vienna."],
  [
    "Backups are never copied to another region.",
    "Backups are copied to another region every night.",
  ],
  ["The worker retries a failed job 3 times.", "A failed job is retried 10 times by the worker."],
];

export const beside: readonly (readonly [string, string])[] = [
  ["The staging server listens on port 4000.", "The production server listens on port 5000."],
  ["Uploads may be at most 10 MB large.", "Downloads may be at most 25 MB large."],
  ["The app runs on Linux.", "The app runs on Windows."],
  [
    "Administrators of the workspace can export the yearly report as PDF.",
    "Guests of the workspace cannot export the yearly report as PDF.",
  ],
  ["The cache is cleared every 24 hours.", "The cache is cleared once a day."],
  ["The timeout is 5 seconds for reads.", "The timeout is 10 seconds for writes."],
  ["Since version 3 the limit is 200 requests.", "Before version 3 the limit was 100 requests."],
  [
    "Telemetry is enabled by default in nightly builds.",
    "Telemetry is disabled by default in stable builds.",
  ],
  ["The app supports PostgreSQL.", "The app supports MySQL."],
  ["The library was first released in 2014.", "The library was rewritten in Rust in 2020."],
  ["Tokens live for 5 minutes.", "Tokens live for 300 seconds."],
  ["测试环境使用端口 8081。", "生产环境使用端口 8082。"],
  [
    "If the disk is full, new writes are rejected.",
    "If the disk is not full, new writes are accepted.",
  ],
  ["You can install it with `npm install nova`.", "You can install it with `pnpm add nova`."],
  ["The app was translated by Maria.", "The app was tested by Jonas."],
];

/** Written blind after that: 5 of 10 were told and none of the 10 others; a value has gone with its unit since, which told one more. */
export const againstUnseen: readonly (readonly [string, string])[] = [
  [
    "Invoices are sent on the first day of each month.",
    "Invoices are sent on the fifteenth day of each month.",
  ],
  ["The maximum attachment size is 20 MB.", "The maximum attachment size is 50 MB."],
  [
    "Comments can be edited after they are posted.",
    "Comments can never be edited after they are posted.",
  ],
  ["Sync runs every 5 minutes.", "Sync runs once an hour."],
  ["The default branch is `main`.", "The default branch is `master`."],
  [
    "Two-factor login is required for all accounts.",
    "Two-factor login is optional for all accounts.",
  ],
  ["Nova was released in March 2019.", "Nova was released in May 2018."],
  ["每个团队最多可以有 10 个成员。", "每个团队最多可以有 25 个成员。"],
  ["The mobile app works offline.", "The mobile app does not work offline."],
  ["Support answers within 4 hours.", "Support answers within 2 days."],
];

export const besideUnseen: readonly (readonly [string, string])[] = [
  ["Reads are limited to 100 per minute.", "Writes are limited to 20 per minute."],
  ["The web app keeps drafts for 7 days.", "The mobile app keeps drafts for 30 days."],
  ["Images are resized to 800 pixels.", "Videos are limited to 60 seconds."],
  ["Owners can delete a project.", "Members cannot delete a project."],
  ["With caching enabled a query takes 5 ms.", "Without caching a query takes 80 ms."],
  ["The beta requires Node 22.", "The stable release requires Node 20."],
  ["Exports are available as CSV.", "Exports are available as JSON."],
  ["The office in Berlin opened in 2015.", "The office in Tokyo opened in 2018."],
  ["免费版保留日志 7 天。", "企业版保留日志 90 天。"],
  [
    "Pull requests are merged by the release manager.",
    "Pull requests are reviewed by two engineers.",
  ],
];
