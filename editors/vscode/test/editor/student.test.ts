/** A student's first hour with the extension, in VS Code itself. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { EditorUnderTest } from "../support/code";

const NAMES = ["paint.asm", "wrong.asm", "echo.asm"];
/** Lines of paint.asm, counted from 1. */
const STORE = 16;
const FAULT = 21;

let editor: EditorUnderTest;
let page: Page;

before(async () => {
  const text = (name: string): string => readFileSync(`test/programs/${name}`, "utf8");
  editor = await EditorUnderTest.start(Object.fromEntries(NAMES.map((name) => [name, text(name)])));
  page = editor.page;
});

after(async () => {
  await editor.shot("end");
  await editor.stop();
});

test("a mistake is underlined, listed, and gone when it is fixed", async () => {
  await editor.open("wrong.asm");
  await page.locator(".squiggly-error").first().waitFor();
  await editor.run("Problems: Focus on Problems View");
  const problem = page.locator(".markers-panel .monaco-list-row").filter({ hasText: "mesage" });
  await problem.first().waitFor();
  assert.match((await problem.first().textContent()) ?? "", /E0203/);
  await editor.shot("mistake");
  await editor.open("wrong.asm");
  await editor.toLine(2);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("main:   la   $a0, message");
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
});

test("the program runs in a terminal", async () => {
  await editor.open("wrong.asm");
  await editor.run("Jetan: Run Program");
  await page.locator(".terminal-tab, .single-terminal-tab").first().waitFor();
  await page.getByText("Run wrong.asm").first().waitFor();
  // It takes the focus when it is ready, whatever has it then.
  await page.locator(".xterm.focus").waitFor();
  await editor.shot("run");
});

test("a breakpoint is hit, and a step back goes before it", async () => {
  await editor.open("paint.asm");
  await editor.toLine(STORE);
  await page.keyboard.press("F9");
  await page.locator(".codicon-debug-breakpoint").first().waitFor();
  await editor.run("Jetan: Debug Program");
  await editor.stoppedAt(STORE);
  await editor.shot("breakpoint");
  await editor.press("Step Back");
  await editor.stoppedAt(STORE - 1);
  await editor.press("Step Over");
  await editor.stoppedAt(STORE);
});

test("the display shows what was painted", async () => {
  await editor.press("Step Over");
  await editor.stoppedAt(STORE + 1);
  await editor.run("MIPS Machine: Focus on Display View");
  const display = await editor.viewOf("display");
  const canvas = display.locator("canvas[data-source='bitmap']");
  await canvas.waitFor();
  const pixels = (): Promise<number[][]> =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const context = element.getContext("2d");
      const at = (x: number, y: number): number[] => [
        ...(context?.getImageData(x, y, 1, 1).data ?? []),
      ];
      return [at(0, 0), at(1, 1)];
    });
  await editor.eventually("the first unit is red", async () => (await pixels())[0]?.[0] === 255);
  assert.deepEqual((await pixels())[1]?.slice(0, 3), [0, 0, 0]);
  await editor.shot("display");
});

test("a fault is explained at its line, and why says where the address comes from", async () => {
  await editor.run("Disable All Breakpoints");
  await editor.press("Continue");
  await editor.stoppedAt(FAULT);
  const widget = page.locator(".exception-widget");
  await widget.waitFor();
  assert.match((await widget.textContent()) ?? "", /multiple of 4/);
  await editor.run("MIPS Machine: Focus on Time and Reasons View");
  const time = await editor.viewOf("time");
  await time.locator(".question input").fill("$t5");
  await time.locator(".question button").click();
  const cause = time.locator(".why-card .cause").first();
  await cause.waitFor();
  assert.match((await cause.textContent()) ?? "", /\$t5.*6/);
  await editor.shot("fault");
  await cause.locator("button.link", { hasText: `paint.asm:${FAULT - 1}` }).waitFor();
});

test("the time bar goes to the beginning", async () => {
  const time = await editor.viewOf("time");
  await time.locator(".track").press("Home");
  await editor.stoppedAt(9);
  assert.equal(await time.locator(".track").getAttribute("aria-valuenow"), "0");
  // The message of the fault is about another step.
  await page.locator(".exception-widget").waitFor({ state: "detached" });
  await editor.shot("time");
  await editor.press("Stop");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
});

test("keys reach the program while the display has the focus", async () => {
  await editor.open("echo.asm");
  await editor.run("Enable All Breakpoints");
  await editor.run("Jetan: Debug Program");
  await editor.run("MIPS Machine: Focus on Display View");
  const display = await editor.viewOf("display");
  const stage = display.locator(".stage").first();
  await stage.click();
  await editor.eventually("the key was painted", async () => {
    await display.locator(".stage").first().press("a");
    const canvas = display.locator("canvas[data-source='bitmap']");
    if ((await canvas.count()) === 0) return false;
    const blue = await canvas.evaluate(
      (element: HTMLCanvasElement) =>
        element.getContext("2d")?.getImageData(0, 0, 1, 1).data[2] ?? 0,
    );
    return blue === "a".charCodeAt(0);
  });
  await editor.shot("keys");
  await editor.press("Stop");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
});

test("memory shows the data of the program", async () => {
  await editor.open("wrong.asm");
  // No breakpoint is left, so it stops before its first instruction.
  await editor.run("Remove All Breakpoints");
  await editor.run("Jetan: Debug Program");
  await editor.stoppedAt(2);
  await editor.run("MIPS Machine: Focus on Memory View");
  const memory = await editor.viewOf("memory");
  // "Hell", the first word of the message.
  await memory.locator(".memory-rows .cell", { hasText: "6c6c6548" }).waitFor();
  await editor.shot("memory");
});

test("registers follow the steps", async () => {
  await editor.run("MIPS Machine: Focus on Registers View");
  const registers = await editor.viewOf("registers");
  await registers.locator("[data-register='$a0']").waitFor();
  await editor.press("Step Over");
  await editor.stoppedAt(3);
  await registers.locator(".register.changed[data-register='$a0']").waitFor();
  await editor.shot("registers");
  await editor.press("Stop");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
});
