/** Pictures of every page and state, light and dark, at three sizes, into `shots/`. */

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { command, learnTour } from "../support/learn";
import { openBrowser, openReal, RealServer, withFolder, type Look } from "../support/page";
import { writeFolder } from "../support/rubric";

const FOLDER = "shots";
const SIZES: readonly [number, number][] = [
  [1440, 900],
  [1280, 720],
  [390, 844],
];
const GAME = join(process.cwd(), "../programs/connect-four/cases/diagonal-up.in");

type Take = (name: string) => Promise<void>;

async function play(page: Page, moves: number): Promise<void> {
  const lines = readFileSync(GAME, "utf8").split("\n").slice(0, moves);
  const input = page.locator('[aria-label="Input for the program"]');
  for (const line of lines) {
    await input.evaluate((one: HTMLTextAreaElement, text) => {
      one.value = text;
      one.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }, line);
    await page.waitForTimeout(120);
  }
}

/** The machine's own view, stops by kind, and the layouts. */
async function machine(page: Page, take: Take): Promise<void> {
  await page.click("#tab-code");
  await page.waitForSelector(".code-row");
  await page.waitForTimeout(300);
  await take("machine");
  await page.click(".tool.stops");
  await take("stops");
  await page.keyboard.press("Escape");
  await page.click("#tab-memory");
  await page.click('.memory button:text-is("MARS")');
  await page.waitForTimeout(300);
  await take("data-segment");
  await page.click('.memory button:text-is("Words")');
  await page.click("#tab-fpu");
  await page.waitForTimeout(300);
  await take("fpu");
  await page.click("#tab-registers");
  for (const name of ["Write", "Debug", "Play", "Present"]) {
    await page.click('.tool[aria-label="Layout"]');
    await page.click(`.menu button:has-text("${name}:")`);
    await page.waitForTimeout(300);
    await take(`layout-${name.toLowerCase()}`);
  }
  await page.click('.tool[aria-label="Layout"]');
  await page.click('.menu button:has-text("Reset")');
}

async function wide(page: Page, take: Take): Promise<void> {
  await machine(page, take);
  await page.click("#tab-memory");
  await page.waitForTimeout(300);
  await take("memory");
  for (const tab of ["stack", "symbols", "changes"]) {
    await page.click(`#tab-${tab}`);
    await page.waitForTimeout(300);
    await take(tab);
  }
  await page.click("#tab-registers");
  await page.click("#tab-calls");
  await page.hover('[data-register="$t3"]');
  await page.click('[data-register="$t3"] .why');
  await page.waitForTimeout(400);
  await take("why");
  await page.click('.why-card [aria-label="Close"]');
  await page.keyboard.press("Control+k");
  await page.keyboard.type("step");
  await take("palette");
  await page.keyboard.press("Escape");
  await page.click("#tab-profile");
  await page.waitForTimeout(300);
  await take("profile");
  await tools(page, take);
  await page.keyboard.press("F1");
  await take("keys");
  await page.keyboard.press("Escape");
  await page.click('.statusbar button:has-text("engine")');
  await take("options");
  await page.keyboard.press("Escape");
  await mistakes(page, take);
}

/** Each tool of a course, asked about the run as it stands. */
async function tools(page: Page, take: Take): Promise<void> {
  await page.click("#tab-tools");
  const names = ["Cache", "Branches", "Pipeline", "Datapath", "References", "Floats", "Counters"];
  for (const name of names) {
    await page.click(`.tool-panel .segmented button:text-is("${name}")`);
    await page.waitForTimeout(500);
    await take(`tool-${name.toLowerCase()}`);
  }
}

async function mistakes(page: Page, take: Take): Promise<void> {
  await page.keyboard.press("Alt+n");
  await page.waitForSelector(".editor-host .cm-placeholder");
  await page.keyboard.type("main: lii $t0, 5\nlw $t1, 3($zero)\n");
  await page.click("#tab-problems");
  await page.waitForSelector(".problem");
  await page.hover(".cm-lintRange-error");
  await page.waitForTimeout(600);
  await take("problems");
  await page.mouse.move(5, 5);
  await page.click(".problem .fixes button >> nth=0");
  await page.waitForSelector(".problem", { state: "detached" });
  await page.keyboard.press("F5");
  await page.waitForSelector(".cm-note.fault");
  await page.waitForTimeout(300);
  await take("fault");
}

async function small(page: Page, take: Take): Promise<void> {
  for (const part of ["Display", "Machine", "Console", "Files"]) {
    await page.click(`.parts button:has-text("${part}")`);
    await page.waitForTimeout(200);
    await take(`part-${part.toLowerCase()}`);
  }
}

/** A game with its seed, some moves, and what its engine says. */
async function playGame(page: Page, game: string, keys: string[], take: Take): Promise<void> {
  await page.click(`.game-entry[data-game="${game}"] button:has-text("New")`);
  await page.fill("dialog input[name=seed]", "7");
  await page.click('dialog button[type="submit"]');
  await page.waitForSelector(`.game-table[data-game="${game}"] .board-box:not(.making)`);
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(250);
  }
  await page.waitForTimeout(700);
  await take(game);
  await page.click(".game-head .back");
  await page.waitForSelector(".game-entry");
}

async function games(page: Page, take: Take): Promise<void> {
  await page.waitForSelector(".card-main");
  await page.evaluate(() => {
    location.hash = "#play";
  });
  await page.waitForSelector(".game-entry");
  await page.waitForTimeout(200);
  await take("games");
  await playGame(page, "connect-four", ["1", "3", "2", "c"], take);
  await playGame(page, "four-in-a-row", ["1", "4", "n", "3", "n", "i"], take);
  await playGame(page, "sudoku", ["f", "i", "i"], take);
  await playGame(page, "2048", ["a", "s", "d", "s", "a", "e", "i"], take);
  await playGame(page, "tetrisito", ["i"], take);
  await page.click('.game-entry[data-game="connect-four"] .card-main');
  await page.click(".versus-button");
  await page.click('dialog button[type="submit"]');
  await page.waitForSelector(".versus-pane");
  for (const key of ["1", "3", "2"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(500);
  }
  await take("versus");
}

async function tour(page: Page, take: Take, isSmall: boolean): Promise<void> {
  await page.waitForSelector(".card-main");
  await page.waitForTimeout(200);
  await take("start");
  await page.click('[data-example="connect-four"]');
  await page.waitForSelector(".editor-host .tok-comment");
  await take("open");
  await page.keyboard.press("F5");
  await page.waitForSelector(".status-state.waiting");
  await play(page, 9);
  await page.waitForTimeout(400);
  await take("game");
  await page.keyboard.press("Alt+F11");
  await page.waitForTimeout(400);
  await take("paused");
  await (isSmall ? small(page, take) : wide(page, take));
  await learnTour(page, take, isSmall);
}

/** The rubric of a folder, before and after it was used. */
async function rubric(page: Page, take: Take): Promise<void> {
  await page.waitForSelector(".rail-button", { state: "attached" });
  await command(page, "Check the open program");
  await page.waitForSelector(".check-parts tr");
  await take("rubric");
  await page.click(".check-controls .primary");
  await page.waitForSelector(".failure[open]");
  await take("rubric-failed");
}

async function teacher(look: Look, take: (page: Page) => Take): Promise<void> {
  await withFolder(async (folder) => {
    writeFolder(folder);
    const own = await RealServer.start([folder]);
    const page = await openReal(browser, own, look);
    await rubric(page, take(page));
    await page.context().close();
    await own.stop();
  });
}

mkdirSync(FOLDER, { recursive: true });
const server = await RealServer.start();
const browser = await openBrowser();
// `ONLY=dark-390` takes a part of them, and so does `TOUR=rubric`.
const only = process.env["ONLY"] ?? "";
const isBrief = process.env["TOUR"] === "rubric";
for (const scheme of ["light", "dark"] as const) {
  for (const [width, height] of SIZES) {
    if (!`${scheme}-${width}`.includes(only)) continue;
    const look: Look = { scheme, width, height };
    const into =
      (page: Page): Take =>
      async (name) => {
        await page.screenshot({ path: join(FOLDER, `${name}-${scheme}-${width}.png`) });
      };
    await teacher(look, into);
    if (!isBrief) {
      const page = await openReal(browser, server, look);
      await games(page, into(page));
      await page.goto(server.address);
      await tour(page, into(page), width < 900);
      await page.context().close();
    }
    console.log(`${scheme} ${width}×${height}`);
  }
}
await browser.close();
await server.stop();
