import { describe, expect, it } from "vitest";
import { readPictureQuestion } from "#lib/language/picture-question";

describe("a question for something to look at", () => {
  it.each([
    "Is there a screenshot of the login page?",
    "Which diagram shows how the queue works?",
    "What does the dashboard look like?",
    "登录页面的截图在哪里？",
    "有没有介绍缓存的架构图？",
    "设置面板长什么样？",
    "chart that shows how memory grows over a day",
    "which dialog comes up when the disk is full?",
    "各服务之间怎么调用的图",
    "导出数据的界面",
  ])("is one: %s", (question) => {
    expect(readPictureQuestion(question).asks).toBe(true);
  });

  it.each([
    "How do I build an image?",
    "How do I log in?",
    "Which figures does the report hold?",
    "怎么构建镜像？",
    "How do I install the chart?",
    "怎么在界面上添加用户？",
    "地图服务怎么配置？",
  ])("is none: %s", (question) => {
    expect(readPictureQuestion(question).asks).toBe(false);
  });

  it("is found by what is to be seen", () => {
    expect(readPictureQuestion("Which screenshot shows the login page?").terms).toEqual([
      "login",
      "page",
    ]);
    expect(readPictureQuestion("Show me a picture").terms).not.toEqual([]);
  });
});
