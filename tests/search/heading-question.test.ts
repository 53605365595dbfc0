import { expect, it } from "vitest";
import { headingQuestion } from "#lib/search/heading-question";

it.each([
  ["How do I install the server?", "How do I install the server?"],
  ["How to add a folder", "How do I add a folder?"],
  ["Installing the Server", "How do I install the Server?"],
  ["2.1 Renewing certificates:", "How do I renew certificates?"],
  ["Configure TLS {#tls}", "How do I configure TLS?"],
  ["Create an instance { #create-an-instance }", "How do I create an instance?"],
  ["Setting up a proxy", "How do I set up a proxy?"],
  ["What is a workspace", "What is a workspace?"],
  ["Where are the logs", "Where are the logs?"],
  ["添加文件夹", "怎么添加文件夹？"],
  ["如何备份数据库", "如何备份数据库？"],
  ["一、 配置反向代理", "怎么配置反向代理？"],
])("%j answers %j", (heading, question) => {
  expect(headingQuestion(heading)).toBe(question);
});

it.each([
  "Certificates",
  "Build process",
  "Release notes",
  "Open Source SDK Generators",
  "Read the tutorial first",
  "Build Server",
  "Installing it",
  "Configuring and removing",
  "Breaking changes",
  "What happens next",
  "Using",
  "配置",
  "安装步骤",
  "配置说明",
  "概述",
  "",
])("nobody can tell what is asked under %j", (heading) => {
  expect(headingQuestion(heading)).toBeUndefined();
});
