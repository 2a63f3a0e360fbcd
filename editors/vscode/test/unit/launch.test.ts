/** The words of tasks, the configuration of the debugger, the matcher of messages. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  configurationFor,
  isEmptyConfiguration,
  isTaskCommand,
  TASK_COMMANDS,
  taskWords,
  withSources,
} from "../../src/launch";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));

test("a task becomes the words of the command line", () => {
  assert.deepEqual(taskWords("run", "a.asm"), ["run", "a.asm"]);
  assert.deepEqual(taskWords("check", "a.asm", ["--seed", "1"]), [
    "run",
    "--check",
    "--seed",
    "1",
    "a.asm",
  ]);
  assert.deepEqual(taskWords("asm", "--help"), ["asm", "./--help"]);
});

test("the manifest and the code know the same task commands", () => {
  const [definition] = manifest.contributes.taskDefinitions;
  assert.deepEqual(definition.properties.command.enum, [...TASK_COMMANDS]);
  assert.equal(isTaskCommand("rm"), false);
});

test("several sources are one that leads and others beside it", () => {
  const one = { type: "jetan", program: "a.asm" };
  assert.deepEqual(withSources(one), one);
  const several = { type: "jetan", program: ["a.asm", "b.asm"] };
  const expected = { type: "jetan", program: "a.asm", files: ["b.asm"] };
  assert.deepEqual(withSources(several), expected);
});

test("a program without breakpoints stops at its first instruction", () => {
  assert.equal(configurationFor("/a/b.asm", false).stopOnEntry, true);
  assert.equal(configurationFor("/a/b.asm", true).stopOnEntry, false);
  assert.equal(configurationFor("C:\\a\\b.asm", true).name, "Debug b.asm");
});

test("only a configuration without anything is made up", () => {
  assert.equal(isEmptyConfiguration({}), true);
  assert.equal(isEmptyConfiguration({ type: "jetan", request: "launch", name: "x" }), false);
});

test("the problem matcher finds code, message, file, line and column", () => {
  const [first, second] = manifest.contributes.problemMatchers[0].pattern;
  const message = "error[E0203]: label `foo` is not defined".match(new RegExp(first.regexp));
  assert.equal(message?.[first.severity], "error");
  assert.equal(message?.[first.code], "E0203");
  assert.equal(message?.[first.message], "label `foo` is not defined");
  const place = " --> C:\\src\\bad.asm:3:11".match(new RegExp(second.regexp));
  assert.deepEqual(
    [place?.[second.file], place?.[second.line], place?.[second.column]],
    ["C:\\src\\bad.asm", "3", "11"],
  );
});

test("every command of a menu, a lens and the walkthrough is one of the extension", () => {
  const known = new Set(
    manifest.contributes.commands.map((one: { command: string }) => one.command),
  );
  const source = readFileSync("src/commands.ts", "utf8");
  for (const name of known) assert.ok(source.includes(`"${String(name)}"`), String(name));
  for (const items of Object.values<{ command: string }[]>(manifest.contributes.menus)) {
    for (const { command } of items) assert.ok(known.has(command), command);
  }
});
