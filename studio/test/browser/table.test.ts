/** The games' page with a made-up service: what is drawn, and which words are sent. */

import assert from "node:assert/strict";
import type { Server } from "node:http";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { GameName, GameState, StonesGame, SudokuGame } from "../../src/model/protocol";
import { pageTest as test } from "../support/carrier";
import { expectAccessible } from "../support/axe";
import { MockService } from "../support/mock";
import { analysed, DIFFERENT, hinted, stateOf } from "../support/mock-games";
import { complaints, openBrowser, openContext, servePage, type Look } from "../support/page";
import { eventually, nextFrame, passes } from "../support/wait";

const GAMES: GameName[] = ["connect-four", "four-in-a-row", "sudoku", "2048", "tetrisito"];

let browser: Browser;
let server: Server;
let address: string;

before(async () => {
  ({ address, server } = await servePage());
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
  server.close();
});

interface Visit {
  page: Page;
  mock: MockService;
}

async function visit(
  hash: string,
  work: (visit: Visit) => Promise<void>,
  look: Partial<Look> & { theme?: string; hasTouch?: boolean; isMoving?: boolean } = {},
): Promise<void> {
  const context = await openContext(browser, look);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  if (look.isMoving === true) await page.emulateMedia({ reducedMotion: "no-preference" });
  if (look.theme !== undefined) {
    await page.addInitScript((theme) => {
      localStorage.setItem("jetan:theme", JSON.stringify(theme));
    }, look.theme);
  }
  const said = complaints(page);
  const mock = new MockService();
  mock.features = ["ide", "games"];
  await mock.attach(page);
  await page.goto(address + hash);
  await work({ page, mock });
  assert.deepEqual(said, []);
  await context.close();
}

type Touch = (
  type: "touchStart" | "touchMove" | "touchEnd",
  x: number,
  y: number,
) => Promise<unknown>;

async function finger(page: Page): Promise<Touch> {
  const client = await page.context().newCDPSession(page);
  return (type, x, y) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y }],
    });
}

async function atTable(page: Page, game: GameName): Promise<void> {
  await page.waitForSelector(`.game-table[data-game="${game}"] .board-box`);
}

/** The words of the last moves that were sent. */
function words(mock: MockService, count = 1): unknown[] {
  return mock.heard
    .filter(({ name }) => name === "play")
    .slice(-count)
    .map(({ fields }) => fields["move"]);
}

/** Waits until these were the last words. */
async function sent(mock: MockService, ...wanted: string[]): Promise<void> {
  await passes(() => {
    assert.deepEqual(words(mock, wanted.length), wanted);
  });
}

async function heard(mock: MockService, name: string): Promise<Record<string, unknown>> {
  const last = (): { fields: Record<string, unknown> } | undefined =>
    mock.heard.findLast((one) => one.name === name);
  await eventually(`${name} is sent`, () => last() !== undefined);
  return last()?.fields ?? {};
}

test("the lobby shows five games, what is unfinished, scores and replays", () =>
  visit("#play", async ({ page, mock }) => {
    await page.waitForSelector(".game-entry");
    assert.equal(await page.locator(".game-entry").count(), 5);
    assert.match(await page.innerText('[data-game="sudoku"]'), /12 of 51 cells filled/);
    assert.match(await page.innerText(".lobby"), /20,412/);
    await page.click('.lobby .row:has-text("won in 3 drops")');
    assert.equal((await heard(mock, "replay"))["replay"], "r1");
    await page.click('.game-entry[data-game="sudoku"] button:has-text("Continue")');
    await atTable(page, "sudoku");
    assert.equal((await heard(mock, "game"))["resume"], true);
    assert.equal(await page.evaluate(() => location.hash), "#play/sudoku");
    await page.goBack();
    await page.waitForSelector(".game-entry");
  }));

test("a reload comes back to the game, and options are asked for", () =>
  visit("#play/2048", async ({ page, mock }) => {
    await atTable(page, "2048");
    await page.reload();
    await atTable(page, "2048");
    await page.keyboard.press("n");
    await page.selectOption("dialog select", "perfect");
    await page.fill("dialog input[name=seed]", "42");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog", { state: "detached" });
    const { settings } = await heard(mock, "game");
    assert.deepEqual(settings, { opponent: "perfect", seed: "42" });
  }));

test("stones are dropped by digits, by arrows and Enter, and by the mouse", () =>
  visit("#play/connect-four", async ({ page, mock }) => {
    await atTable(page, "connect-four");
    await page.keyboard.press("3");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.click('[data-column="6"]');
    await sent(mock, "3", "4", "6");
    const state = stateOf("connect-four") as StonesGame;
    mock.game(analysed(state));
    await page.waitForSelector(".score.best");
    assert.equal(await page.innerText('[data-column="3"] .score'), "+6");
    assert.equal(await page.locator(".ghost").count(), 3);
    assert.match((await page.getAttribute('[data-column="3"]', "aria-label")) ?? "", /worth \+6/);
    mock.game({ ...state, board: { ...state.board, line: [17, 23, 29, 35] } });
    await page.waitForSelector(".won-line");
  }));

test("Four in a Row asks its questions, and any digit is the course's key", () =>
  visit("#play/four-in-a-row", async ({ page, mock }) => {
    await atTable(page, "four-in-a-row");
    await page.keyboard.press("9");
    await heard(mock, "play");
    assert.deepEqual(words(mock), ["9"]);
    mock.game({
      ...(stateOf("four-in-a-row") as StonesGame),
      asks: {
        what: "undo",
        player: 1,
        text: "take it back?",
        answers: [
          { move: "y", title: "Take it back" },
          { move: "n", title: "Keep it" },
        ],
      },
    });
    await page.click('.game-question button:has-text("Take it back")');
    await sent(mock, "y");
    await page.keyboard.press("n");
    await sent(mock, "n");
    assert.match(await page.innerText(".players"), /2 trials left/);
  }));

test("Sudoku takes digits, notes and hints by keys and by the mouse", () =>
  visit("#play/sudoku", async ({ page, mock }) => {
    await atTable(page, "sudoku");
    const cell = (at: number): string => `.digit-cell >> nth=${at}`;
    await page.click(cell(20 + 1));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("4");
    await page.keyboard.press("m");
    await page.keyboard.press("7");
    await page.click('.pad-digit[aria-label^="Note 2"]');
    await page.keyboard.press("Backspace");
    await sent(mock, "r3c5=4", "r3c5~7", "r3c5~2", "r3c5~.");
    mock.game(hinted(stateOf("sudoku") as SudokuGame));
    await page.waitForSelector(".digit-cell.target");
    assert.match(await page.innerText(".game-say"), /Naked pair/);
    assert.equal(await page.locator(".note.remove").count(), 0, "first it is only named");
    await page.keyboard.press("i");
    await page.waitForSelector(".digit-cell .note.remove");
    assert.equal(await page.locator(".chain").count(), 1);
    await page.keyboard.press("i");
    await sent(mock, "r4c3~159");
    mock.game({ ...(stateOf("sudoku") as SudokuGame), mistakes: [0] });
    await page.waitForSelector(".digit-cell.wrong");
    assert.match((await page.getAttribute(cell(0), "aria-label")) ?? "", /wrong/);
  }));

test("2048 slides by keys, buttons and swipes, and shows how games ended", () =>
  visit("#play/2048", async ({ page, mock }) => {
    await atTable(page, "2048");
    for (const key of ["ArrowLeft", "w", "j"]) await page.keyboard.press(key);
    await page.click('.slide-button[data-move="L"]');
    const box = await page.locator(".tiles-board").boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 260, box.y + 80, { steps: 4 });
    await page.mouse.up();
    await sent(mock, "L", "U", "D", "L", "R");
    assert.equal(await page.getAttribute(".slide-arrow", "data-move"), "L");
    await page.click('button:has-text("Play in background")');
    assert.equal((await heard(mock, "autoplay"))["games"], 100);
    const tiles = [
      { tile: 1024, games: 30 },
      { tile: 2048, games: 20 },
    ];
    const event = { kind: "running", games: 50, total: 100, tiles, moves: 9, best: 2048 };
    mock.send("autoplay", event);
    await page.waitForSelector(".histogram");
    assert.match(await page.innerText(".histogram"), /1,024\s+60 %/);
    await page.click('.game-card button:has-text("Stop")');
  }));

test("Tetrisito drops by keys, and by dragging a piece into the field", () =>
  visit("#play/tetrisito", async ({ page, mock }) => {
    await atTable(page, "tetrisito");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("3");
    await page.keyboard.press("Space");
    await sent(mock, "2@2", "3@2");
    const piece = await page.locator('[data-piece="2"]').boundingBox();
    const field = await page.locator(".field-box .field").boundingBox();
    assert.ok(piece && field);
    await page.mouse.move(piece.x + 30, piece.y + 30);
    await page.mouse.down();
    await page.mouse.move(field.x + field.width * 0.92, field.y + 120, { steps: 8 });
    await page.mouse.up();
    await sent(mock, "2@4");
    await page.mouse.move(piece.x + 30, piece.y + 30);
    await page.mouse.down();
    await page.mouse.move(piece.x + 60, piece.y + 30, { steps: 4 });
    await page.mouse.up();
    await nextFrame(page);
    await nextFrame(page);
    assert.deepEqual(words(mock), ["2@4"], "let go outside of the field it is only chosen");
    await page.keyboard.press("1");
    await page.waitForSelector('.saying.warning:has-text("dropped already")');
  }));

test("a finger swipes on a phone", () =>
  visit(
    "#play/2048",
    async ({ page, mock }) => {
      await atTable(page, "2048");
      const box = await page.locator(".tiles-board").boundingBox();
      assert.ok(box);
      const touch = await finger(page);
      await touch("touchStart", box.x + 200, box.y + 200);
      for (const by of [30, 60, 90]) await touch("touchMove", box.x + 200, box.y + 200 - by);
      await touch("touchEnd", 0, 0);
      await sent(mock, "U");
    },
    { width: 390, height: 844, hasTouch: true },
  ));

test("a finger taps a column and drags a piece on a phone", () =>
  visit(
    "#play/connect-four",
    async ({ page, mock }) => {
      await atTable(page, "connect-four");
      await page.tap('[data-column="2"]');
      await sent(mock, "2");
      await page.goto(address + "#play/tetrisito");
      await atTable(page, "tetrisito");
      const piece = await page.locator('[data-piece="2"]').boundingBox();
      const field = await page.locator(".field-box .field").boundingBox();
      assert.ok(piece && field);
      const touch = await finger(page);
      await touch("touchStart", piece.x + 20, piece.y + 20);
      await touch("touchMove", field.x + field.width - 40, field.y + 90);
      await touch("touchMove", field.x + field.width - 10, field.y + 80);
      await touch("touchEnd", 0, 0);
      await sent(mock, "2@4");
    },
    { width: 390, height: 844, hasTouch: true },
  ));

test("a replay is watched with a slider, by keys, and left", () =>
  visit("#play/tetrisito", async ({ page, mock }) => {
    await atTable(page, "tetrisito");
    const watched = (at: number): void => {
      mock.game({
        ...stateOf("tetrisito"),
        kind: "replay",
        turn: "nobody",
        can: [],
        replay: { at, total: 12, word: "2@3" },
      });
    };
    watched(4);
    await page.waitForSelector(".replay-bar");
    assert.equal(await page.inputValue(".replay-bar input"), "4");
    await page.keyboard.press("End");
    await eventually("replay at", async () => (await heard(mock, "replay"))["at"] === 12);
    await page.focus(".replay-bar input");
    await page.keyboard.press("ArrowLeft");
    await eventually("replay at", async () => (await heard(mock, "replay"))["at"] === 3);
    await page.click('.replay-bar button:has-text("Play on")');
    await eventually("record at", async () => (await heard(mock, "record"))["at"] === 4);
    // The page asks for the game when it has the answer, which is later than the question.
    await eventually(
      "game of the record",
      async () => (await heard(mock, "game"))["record"] === "version = 1",
    );
    await page.click('.replay-bar button:has-text("Leave")');
    await eventually("replay leave", async () => (await heard(mock, "replay"))["leave"] === true);
  }));

test("a position goes through a link; a damaged link is said", async () => {
  let link = "";
  await visit("#play/2048", async ({ page }) => {
    await atTable(page, "2048");
    await page.click('[aria-label="Copy a link to this position"]');
    await page.waitForSelector(".toast.good");
    link = await page.evaluate(() => navigator.clipboard.readText());
  });
  await visit(new URL(link).hash, async ({ page, mock }) => {
    assert.equal((await heard(mock, "game"))["record"], "version = 1");
    assert.equal(await page.evaluate(() => location.hash), "#play");
  });
  await visit("#game=AAAA", async ({ page }) => {
    await page.waitForSelector('.toast.error:has-text("damaged")');
  });
});

test("long thoughts show how far they are and can be stopped", () =>
  visit("#play/connect-four", async ({ page, mock }) => {
    await atTable(page, "connect-four");
    const state = stateOf("connect-four");
    mock.game({ ...state, turn: "computer", thinking: { about: "reply", nodes: 1_234_567 } });
    await page.waitForSelector(".game-thinking progress");
    assert.match(await page.innerText(".game-thinking"), /1,234,567/);
    await page.click('.game-thinking button:has-text("Stop")');
    assert.equal((await heard(mock, "think"))["on"], false);
    mock.game({ ...state, turn: "computer" });
    await page.click('button:has-text("Let the computer move")');
    await eventually("think on", async () => (await heard(mock, "think"))["on"] === true);
    await page.click('.game-head [aria-label="Mute"]');
    await page.waitForSelector('.game-head [aria-label="Sound on"]');
  }));

test("a difference side by side is marked on both boards and opened in the debugger", () =>
  visit("#play/connect-four", async ({ page, mock }) => {
    await atTable(page, "connect-four");
    await page.click(".versus-button");
    await page.click('dialog button:has-text("Start side by side")');
    assert.equal((await heard(mock, "versus"))["game"], "connect-four");
    mock.game({ ...(stateOf("connect-four") as StonesGame), versus: DIFFERENT });
    await page.waitForSelector(".versus-pane .different");
    assert.equal(await page.locator(".stones .different").count(), 2);
    assert.match(await page.innerText(".difference"), /row 3, column 4 has player 2/);
    await page.click(".open-debugger");
    await page.waitForSelector(".editor-host .cm-line");
    assert.equal((await heard(mock, "goto"))["to"], 41_172, "before the instruction that wrote");
    assert.equal(await page.locator('[data-path="connect-four/state.asm"]').count(), 1);
  }));

for (const game of GAMES) {
  test(`${game} is played with Tab and Enter alone`, () =>
    visit(`#play/${game}`, async ({ page, mock }) => {
      await atTable(page, game);
      const wanted = {
        "connect-four": "[data-column]",
        "four-in-a-row": "[data-column]",
        sudoku: ".pad-digit",
        "2048": ".slide-button:not([aria-disabled])",
        tetrisito: ".drop-button",
      }[game];
      for (let press = 0; press < 60; press += 1) {
        await page.keyboard.press("Tab");
        const isThere = await page.evaluate(
          (selector) => document.activeElement?.matches(selector) === true,
          wanted,
        );
        if (isThere) break;
      }
      await page.keyboard.press("Enter");
      await heard(mock, "play");
    }));
}

const LOOKS = [
  { scheme: "light" },
  { scheme: "dark" },
  { scheme: "dark", theme: "contrast" },
] as const;

for (const look of LOOKS) {
  const name = "theme" in look ? look.theme : look.scheme;
  test(`axe finds nothing serious in the games (${name})`, () =>
    visit(
      "#play",
      async ({ page, mock }) => {
        await page.waitForSelector(".game-entry");
        await expectAccessible(page, "lobby");
        const states: GameState[] = [
          ...GAMES.map(stateOf),
          analysed(stateOf("connect-four") as StonesGame),
          { ...(stateOf("connect-four") as StonesGame), versus: DIFFERENT },
          hinted(stateOf("sudoku") as SudokuGame),
          { ...stateOf("sudoku"), kind: "replay", replay: { at: 1, total: 3 } },
        ];
        for (const state of states) {
          mock.game(state);
          await atTable(page, state.game);
          await nextFrame(page);
          if ("hint" in state && state.game === "sudoku") await page.keyboard.press("i");
          await expectAccessible(page, state.game);
        }
        mock.game(stateOf("2048"));
        await page.keyboard.press("n");
        await expectAccessible(page, "settings");
      },
      look,
    ));
}

for (const [width, height] of [
  [640, 360],
  [390, 844],
] as const) {
  test(`nothing is cut off at ${width} × ${height}`, () =>
    visit(
      "#play",
      async ({ page }) => {
        for (const game of GAMES) {
          await page.evaluate((name) => {
            location.hash = `#play/${name}`;
          }, game);
          await atTable(page, game);
          const wide = await page.evaluate(() => {
            const inner = document.querySelector(".games");
            return Math.max(document.documentElement.scrollWidth, inner?.scrollWidth ?? 0);
          });
          assert.ok(wide <= width, `${game} is ${wide} wide`);
          await page.locator(".versus-button").scrollIntoViewIfNeeded();
          const box = await page.locator(".versus-button").boundingBox();
          assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${game}: the last button`);
          await page.locator(".board-box").first().scrollIntoViewIfNeeded();
        }
      },
      { width, height },
    ));
}

test("sixty states a second cost less than sixty frames have time for", () =>
  visit(
    "#play/2048",
    async ({ page, mock }) => {
      await atTable(page, "2048");
      const client = await page.context().newCDPSession(page);
      // The page's own time: what others do on this machine does not count.
      await client.send("Performance.enable", { timeDomain: "threadTicks" });
      const busy = async (): Promise<number> => {
        const { metrics } = await client.send("Performance.getMetrics");
        return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN) * 1000;
      };
      const state = stateOf("2048");
      const before = await busy();
      const rounds = 120;
      for (let round = 1; round <= rounds; round += 1) {
        const tiles = Array.from({ length: 16 }, (_, at) => 2 ** (1 + ((at * 7 + round) % 11)));
        const slid = tiles.map((number, from) => ({
          from,
          to: (from + 1) % 16,
          number,
          isMerged: from % 4 === 0,
        }));
        mock.game({
          ...state,
          game: "2048",
          moves: round,
          board: { side: 4, tiles, score: round, largest: 2048, target: 2048 },
          motion: { slid, appeared: [{ cell: 3, number: 2 }] },
        } as GameState);
        await nextFrame(page);
      }
      await page.waitForSelector(`.fact:has-text("${rounds}")`, { timeout: 60_000 });
      const each = ((await busy()) - before) / rounds;
      console.log(`# a state with its movement takes ${each.toFixed(1)} ms of the page's time`);
      assert.ok(each < 16, `a state takes ${each.toFixed(1)} ms`);
    },
    { isMoving: true },
  ));
