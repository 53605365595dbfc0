import type { Locator, Page } from "@playwright/test";
import type { TaskInfo, TaskStep } from "#lib/contracts/tasks";
import { expect, findings, fitsWidth, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

const pictures = process.env.DOCENT_TASK_PICTURES;
async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true });
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function startCheck(page: Page): Promise<void> {
  await page.getByLabel("Type of task").selectOption("check_docs");
  await button(page, "Start").click();
  await expect(title(page, "Check documents")).toBeVisible();
  await expect(page.getByRole("status").getByText("Completed")).toBeVisible();
}

test("a task is started from its form, watched to its end, run again, compared and deleted", async ({
  page,
}) => {
  await openReady(page);
  await page.getByRole("link", { name: "Tasks" }).click();
  await expect(title(page, "Tasks")).toBeVisible();
  await expect(button(page, "Start")).toBeVisible();
  await page.getByLabel("Type of task").selectOption("edit_docs");
  await expect(page.getByLabel("Way", { exact: true })).toBeVisible();
  expect(await findings(page), "form").toEqual([]);
  await picture(page, "tasks-form");

  await startCheck(page);
  const steps = page.getByRole("region", { name: "Steps" });
  await expect(steps.getByText("Completed")).toHaveCount(3);
  await expect(page.getByRole("region", { name: "Files" })).toContainText("report.md");
  expect(await findings(page), "task").toEqual([]);
  await picture(page, "task-completed");
  await button(page, "Details List the pages").click();
  await expect(steps.getByText(/mcp\.docs\.docs_list/).first()).toBeVisible();
  await button(page, "findings.json").click();
  await expect(page.getByRole("region", { name: "Findings" })).toBeVisible();
  expect(await findings(page), "findings").toEqual([]);

  await button(page, "Run again").click();
  await page
    .getByRole("region", { name: "Run again" })
    .getByRole("group", { name: "Folders" })
    .getByRole("checkbox", { name: "Docent handbook" })
    .check();
  const first = page.url();
  await button(page, "Start").click();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole("status").getByText("Completed")).toBeVisible();
  await page.getByLabel("Another run of this type").selectOption({ index: 1 });
  await expect(page.getByText("The runs had different input.")).toBeVisible();
  await page.getByRole("region", { name: "Compare" }).getByText("report.md").click();
  await expect(page.getByRole("region", { name: "report.md, Other run" })).toBeVisible();
  expect(await findings(page), "comparison").toEqual([]);
  await picture(page, "task-compared");

  await button(page, "Delete").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(title(page, "Tasks")).toBeVisible();
  await button(page, "Finished").click();
  const rows = page.getByRole("region", { name: "Runs" }).getByRole("link");
  await expect(rows.first()).toContainText("Check documents");
  expect(await findings(page), "list").toEqual([]);
  await picture(page, "tasks-list");
});

test("a task that ran before is offered where one is about to be started, and opened with one click", async ({
  page,
}) => {
  await openReady(page);
  await page.getByRole("link", { name: "Tasks" }).click();
  await startCheck(page);
  const first = page.url();
  await page.getByRole("link", { name: "Tasks", exact: true }).click();
  await page.getByLabel("Type of task").selectOption("research_report");
  const like = page.getByRole("region", { name: "Like tasks of before" });
  await page.getByLabel("Type of task").selectOption("check_docs");
  await expect(like.getByRole("heading")).toHaveText("You ran this before");
  await expect(like.getByRole("link").first()).toContainText("Completed");
  await expect(like.getByRole("link").first()).toContainText("report.md");
  expect(await findings(page), "like tasks").toEqual([]);
  await picture(page, "tasks-like");
  await page.getByLabel("Type of task").selectOption("edit_docs");
  await expect(like).toBeHidden();
  await page.getByLabel("Type of task").selectOption("check_docs");
  await like.getByRole("link").first().click();
  await expect(page).toHaveURL(first);
});

const at = "2026-11-28T10:00:00.000Z";
function step(name: string, more: Partial<TaskStep>): TaskStep {
  return {
    ...{ step_id: `step_${name}`, name, plan: 1, state: "pending", attempts: 0, effect: false },
    ...{ calls: 0, tool_calls: [], approval_ids: [] },
    ...more,
  };
}
const running: TaskInfo = {
  ...{ task_id: "task_1", type: "check_docs", skill: "check-docs", state: "running", input: {} },
  ...{ trace_id: "trace_1", run_id: "run_1", created_at: at, started_at: at, artifacts: [] },
  steps: [
    step("list_pages", { state: "completed", attempts: 1, output_preview: '{"pages":120}' }),
    step("check_pages", {
      state: "running",
      attempts: 2,
      progress: { done: 48, total: 120 },
      calls: 96,
      tool_calls: [
        { invocation_id: "inv_1", tool_id: "mcp.docs.docs_read", status: "ok", ms: 4 },
        { invocation_id: "inv_2", tool_id: "mcp.docs.docs_read", status: "timeout", ms: 900 },
      ],
    }),
    step("write_report", {}),
  ],
  budget: { wall_time_ms: 1_800_000, tokens: 500_000 },
  spent: { ms: 1200, tokens: 0 },
  notices: [{ code: "task_resumed", message: "The program ended during the step." }],
};

test("a running task shows how far it is and is cancelled from its page", async ({ page }) => {
  let task = running;
  let told: () => void = () => {};
  await page.route("**/api/tasks/task_1", (route) => route.fulfill({ json: task }));
  await page.route("**/api/tasks/task_1/events", async (route) => {
    await new Promise<void>((resolve) => {
      told = resolve;
    });
    await route.fulfill({ status: 204 }).catch(() => undefined); // the page has gone
  });
  await page.route("**/api/tasks/task_1/cancel", (route) => {
    task = {
      ...running,
      state: "cancelled",
      error: { code: "cancelled", message: "The task was cancelled." },
    };
    return route.fulfill({ status: 202, json: { task_id: "task_1", status: "cancelled" } });
  });
  await openReady(page, "/tasks/task_1");
  await expect(page.getByRole("progressbar", { name: "Progress: Check the pages" })).toBeVisible();
  await expect(page.getByText("48 of 120")).toBeVisible();
  await expect(page.getByText("started 2 times")).toBeVisible();
  expect(await findings(page), "running").toEqual([]);
  await picture(page, "task-running");
  await button(page, "Cancel task").click();
  await expect(page.getByText("The task was cancelled.")).toBeVisible();
  await expect(button(page, "Cancel task")).toHaveCount(0);
  told();
});

test("is reached by the palette, and holds on a phone and in Chinese", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReady(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder("Type a command, a conversation or a question").fill("go to tasks");
  await page.keyboard.press("Enter");
  await expect(title(page, "Tasks")).toBeVisible();
  await page.context().addCookies([{ name: "docent_locale", value: "zh-CN", url: page.url() }]);
  await page.reload();
  await expect(title(page, "任务")).toBeVisible();
  await expect(button(page, "启动")).toBeVisible();
  await page.getByLabel("任务类型").selectOption("check_docs");
  expect(await findings(page), "form").toEqual([]);
  await picture(page, "phone-zh-form");
  await button(page, "启动").click();
  await expect(page.getByRole("status").getByText("已完成")).toBeVisible();
  expect(await findings(page), "task").toEqual([]);
  await fitsWidth(page);
  await picture(page, "phone-zh-task");
});
