/** The tools of a course on a recorded run, with the real server. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { test } from "../support/carrier";
import { expectAccessible } from "../support/axe";
import { state, visitors, write } from "../support/student";

const visit = visitors();

const PROGRAMS = join(process.cwd(), "../testdata/tools");

async function ended(page: Page, program: string): Promise<void> {
  await write(page, readFileSync(join(PROGRAMS, program), "utf8"));
  await page.keyboard.press("F5");
  await state(page, /ended/);
  await page.click("#tab-tools");
}

async function choose(page: Page, tool: string): Promise<void> {
  await page.click(`.tool-panel .segmented button:text-is("${tool}")`);
}

/** Writes a setting as a person does, and leaves the field. */
async function set(page: Page, label: string, text: string): Promise<void> {
  await page.fill(`[aria-label="${label}"]`, text);
  await page.keyboard.press("Enter");
}

async function says(page: Page, tool: string, words: RegExp): Promise<void> {
  await page.waitForFunction(
    ([id, source]) => {
      const panel = document.querySelector<HTMLElement>(`[data-tool="${id}"]`);
      return panel !== null && new RegExp(source).test(panel.innerText);
    },
    [tool, words.source] as const,
  );
}

test("a cache shows misses by kind and line, its blocks, and follows the time bar", () =>
  visit(async (page) => {
    await ended(page, "programs/conflict.asm");
    await choose(page, "Cache");
    await says(page, "cache", /Misses\s+328[^]*conflict in a set\s+280/);
    await says(page, "cache", /Last reference: write of a\+124, miss: conflict in the set/);
    const bits = await page.innerText('[data-tool="cache"] .bit-index');
    assert.match(bits, /index 7\s+111\s+3 bits/);
    const blocks = page.locator(".cache-grid .cache-block");
    assert.equal(await blocks.count(), 8);
    assert.match(await blocks.nth(7).innerText(), /a\+112\s*dirty · last · next out/);
    await expectAccessible(page, "a cache");
    await page.click('button:text-is("Look for padding that helps")');
    await says(page, "cache", /with 16 bytes between them 328 misses become 80/);
    await set(page, "Cache beside it", "8x4:2");
    await says(page, "cache", /Data 8x4:2:lru/);
    assert.equal(await page.locator("svg.miss-map[role=img]").count(), 2);
    assert.equal(await page.locator(".cache-grid").count(), 2);
    await set(page, "Cache", "6x4");
    await says(page, "cache", /must be a power of two, not 6; the nearest are 4 and 8/);
    await set(page, "Cache", "8x4");
    await set(page, "Cache beside it", "");
    await says(page, "cache", /Misses\s+328/);
    await page.focus(".timebar [role=slider]");
    await page.keyboard.press("Home");
    await says(page, "cache", /Accesses\s+0/);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("F11");
    await says(page, "cache", /Accesses\s+1[^]*Misses\s+1/);
    await page.keyboard.press("Alt+F11");
    await page.keyboard.press("Alt+F11");
    await says(page, "cache", /Accesses\s+0/);
    await page.focus(".timebar [role=slider]");
    await page.keyboard.press("End");
    await says(page, "cache", /Misses\s+328/);
    await page.click('table[aria-label^="Misses by line"] .link');
    await page.waitForFunction(() => document.querySelector(".cm-activeLine")?.textContent !== "");
    assert.match(await page.innerText(".cm-activeLine"), /lw\s+\$t2, b\(\$t0\)/);
  }));

test("misses are drawn by time and address, and stand in a table too", () =>
  visit(async (page) => {
    await ended(page, "programs/conflict.asm");
    await choose(page, "Cache");
    await says(page, "cache", /Misses of Data 8x4:1:lru by time and address/);
    const map = page.locator('svg.miss-map[aria-label^="Misses of Data"]');
    // Both arrays have a band with their name, and marks of two kinds at least.
    assert.deepEqual(await map.locator("text").allTextContents(), ["a", "b"]);
    assert.ok((await map.locator(".conflict").count()) > 100);
    assert.ok((await map.locator(".compulsory").count()) > 0);
    const title = await map.locator("g title").last().textContent();
    assert.match(title ?? "", /accesses \d+ to \d+: .*(conflict|too small|never)/);
    const table = page.locator('table[aria-label^="Table of the misses of Data"] tr');
    assert.equal(await table.count(), 17);
    assert.match(await table.nth(1).innerText(), /a\s+0x10010000\s+1\s/);
    await expectAccessible(page, "a map of misses");
    await page.focus(".timebar [role=slider]");
    await page.keyboard.press("Home");
    await says(page, "cache", /Accesses\s+0/);
    assert.equal(await map.count(), 0);
  }));

test("predictors stand side by side, and the pipeline is drawn around the step", () =>
  visit(async (page) => {
    await ended(page, "programs/nested.asm");
    await choose(page, "Branches");
    await set(page, "Predictors", "1bit:16,2bit:16,gshare:16:4,local:16:4");
    await says(page, "branches", /125 branches, 99 taken/);
    await says(page, "branches", /1bit:16\s+16\s+73\s+58.4 %[^]*gshare:16:4@1\s+36\s+116\s+92.8 %/);
    await page.selectOption('[aria-label="Branch history table as in MARS"]', "16:1");
    await says(page, "branches", /Branch history table of 16 entries[^]*NOT TAKE/);
    await expectAccessible(page, "branches");
    await choose(page, "Pipeline");
    await says(page, "pipeline", /CPI\s+\d\.\d{4}/);
    await page.focus(".timebar [role=slider]");
    await page.keyboard.press("Home");
    await says(page, "pipeline", /▶ 1/);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("F11");
    await says(page, "pipeline", /▶ 4/);
    const row = page.locator(".cycle-table tr").nth(1);
    assert.match(await row.innerText(), /IF\s+ID\s+EX\s+MEM\s+WB/);
    // Instructions stand below each other, and their stages beside each other.
    const [first, second] = [await row.boundingBox(), await row.locator("+ tr").boundingBox()];
    assert.ok((second?.y ?? 0) >= (first?.y ?? 0) + 12, "a diagram has rows");
    assert.ok((first?.height ?? 99) < 40, "of one line each");
    await set(page, "Pipeline beside it", "id,nofwd");
    await says(page, "pipeline", /id,nofwd: cycles/);
    await expectAccessible(page, "a pipeline");
  }));

test("forwarded values are arrows between cells, and a better order is found", () =>
  visit(async (page) => {
    await ended(page, "exercises/sum.asm");
    await choose(page, "Pipeline");
    await page.focus(".timebar [role=slider]");
    await page.keyboard.press("Home");
    await says(page, "pipeline", /▶ 1/);
    await says(page, "pipeline", /\$t2 from MEM of 5 in cycle 8 to EX/);
    const boxes = await page.evaluate(() =>
      [...document.querySelectorAll(".forward")].map((arrow) => {
        const box = (element: Element | null | undefined): DOMRect =>
          (element ?? document.body).getBoundingClientRect();
        const cell = arrow.closest("td");
        const row = cell?.closest("tr");
        const column = cell === null ? -1 : [...(row?.children ?? [])].indexOf(cell);
        const head = box(arrow.querySelector(".forward-head"));
        const way = box(arrow.querySelector(".forward-way"));
        const above = [...(row?.parentElement?.children ?? [])].map(
          (other) => other.children[column - 1],
        );
        const start = above.find((other) => {
          const { top, bottom, left, right } = box(other);
          const isInside = left <= way.left && way.left <= right;
          return isInside && top <= way.top && way.top <= bottom;
        });
        const { left, right, top, bottom } = box(cell);
        const isIn = left <= head.right && head.right <= right && top <= head.bottom;
        return {
          from: start?.textContent,
          to: cell?.textContent,
          isIn: isIn && head.top <= bottom,
        };
      }),
    );
    assert.ok(boxes.length > 3, `${boxes.length} arrows`);
    for (const { from, to, isIn } of boxes) {
      assert.match(`${from} to ${to}`, /^(EX|MEM) to (ID|EX|MEM)$/);
      assert.ok(isIn, "the head is in the cell that takes the value");
    }
    await page.focus(".timebar [role=slider]");
    await page.keyboard.press("End");
    await says(page, "pipeline", /512 cycles are waited for values/);
    await page.click('button:text-is("Look for a better order")');
    await says(page, "pipeline", /512 \(2 each time\)\s+256\s+\w+\.asm:\d+\s+addi/);
    await says(page, "pipeline", /after\s+\w+\.asm:\d+\s+loop:\s+lw/);
    await expectAccessible(page, "a better order");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.waitForSelector(':root[data-theme="light"]');
    assert.equal(await page.locator(".forward").first().isVisible(), true);
  }));

test("datapath, references, floats and counters are about this step", () =>
  visit(async (page) => {
    await ended(page, "programs/seq_sum.asm");
    await choose(page, "Counters");
    await says(page, "counters", /2,572 instructions[^]*alu\s+1,546\s+60.1 %/);
    await set(page, "Costs", "load=5,store=4,branch=3");
    await says(page, "counters", /5,388 cycles, CPI 2.0949/);
    await expectAccessible(page, "counters");
    await choose(page, "References");
    await says(page, "references", /2,572 fetches, 256 reads, 256 writes/);
    await expectAccessible(page, "references");
    await choose(page, "Datapath");
    await says(page, "datapath", /The last instruction:[^]*syscall/);
    await page.focus(".timebar [role=slider]");
    await page.keyboard.press("Home");
    await says(page, "datapath", /The next instruction:[^]*lui/);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("F11");
    await says(page, "datapath", /The next instruction:[^]*ALU result\s+0x10010004/);
    assert.match(await page.innerText(".datapath"), /ALUSrc = 1/);
    await expectAccessible(page, "a datapath");
    await choose(page, "Counters");
    await page.click('button:text-is("Count from here")');
    await page.keyboard.press("F11");
    await says(page, "counters", /^[^]*\b1 instructions/);
    await choose(page, "Floats");
    await set(page, "Number or bits", "0.1");
    await says(page, "floats", /0x3dcccccd/);
    await says(page, "floats", /0\.100000001490116119384765625/);
    await page.click('[aria-label="Bit 31 is 0"]');
    await says(page, "floats", /-0\.1 \(normal\)/);
    await page.click('.tool-panel button:text-is("Double")');
    await says(page, "floats", /\(zero\)/);
    await expectAccessible(page, "floats");
  }));

test("a number is taken apart before anything runs, and a new run begins anew", () =>
  visit(async (page) => {
    await write(page, "main: li $t0, 1\n sw $t0, x\n li $v0, 10\n syscall\n.data\nx: .word 0\n");
    await page.keyboard.press("Control+k");
    await page.fill(".palette input", "Floating Point Representation");
    await page.keyboard.press("Enter");
    await set(page, "Number or bits", "1");
    await says(page, "floats", /0x3f800000/);
    await page.keyboard.press("Control+k");
    await page.fill(".palette input", "Data Cache Simulator");
    await page.keyboard.press("Enter");
    await says(page, "cache", /Nothing counted yet/);
    await page.keyboard.press("F5");
    await says(page, "cache", /Accesses\s+1/);
    await page.keyboard.press("F12");
    await says(page, "cache", /Accesses\s+0/);
  }));

test("a tool is printed whole and on white, and the program where no tool is in front", () =>
  visit(async (page) => {
    await ended(page, "programs/conflict.asm");
    await choose(page, "Cache");
    await says(page, "cache", /Misses\s+328/);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.waitForSelector(':root[data-theme="light"]');
    const isSeen = (selector: string): Promise<boolean> =>
      page.locator(selector).first().isVisible();
    for (const part of [
      ".topbar",
      ".rail",
      ".timebar",
      ".editor-host",
      ".registers",
      ".tool-bar",
    ]) {
      assert.equal(await isSeen(part), false, part);
    }
    const panel = await page.locator(".tool-panel").boundingBox();
    assert.ok((panel?.height ?? 0) > 1000, "nothing is scrolled away");
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await page.click("#tab-console");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.waitForSelector(".editor-host .cm-line");
    assert.equal(await isSeen(".console-text"), false);
    assert.equal(await isSeen(".editor-host .tok-instruction"), true);
  }));
