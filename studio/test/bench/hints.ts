/** How soon a hint comes, over the wire, for the recorded positions of the games. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openReal, type RealServer } from "../support/page";
import { seconds, spread, type Say } from "../support/measure";

const GAMES = join(process.cwd(), "../testdata/games");
/** Only every so-manyth position is asked about; `EVERY=1` asks about all. */
const EVERY = Number(process.env["EVERY"] ?? "9");

function lines(file: string): string[] {
  const text = readFileSync(join(GAMES, file), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

interface Puzzle {
  start: string[];
  target: string[];
  pieces: string[][];
  answer?: unknown;
}

function puzzle(line: string): string {
  const { start, target, pieces } = JSON.parse(line) as Puzzle;
  const rows = [...start, ...target, String(pieces.length), ...pieces.flat()];
  return rows.join("\n") + "\n";
}

/** Positions of a game, in the notation that a session reads. */
const POSITIONS: Record<string, () => string[]> = {
  "connect-four": () =>
    lines("connect4/scores.txt")
      .map((line) => line.split(/\s+/)[0] ?? "")
      .filter((moves) => moves !== "-"),
  "2048": () =>
    lines("twenty48/moves.txt")
      .filter((line) => line.startsWith("board "))
      .map((line) => (line.split(/\s+/)[1] ?? "").replaceAll(",", " ")),
  sudoku: () =>
    lines("sudoku/nine.txt")
      .filter((line) => line.split(/\s+/)[1] === "1")
      .map((line) => (line.split(/\s+/)[0] ?? "").replaceAll(".", "0")),
  tetrisito: () => lines("tetrisito/tetrisito.jsonl").map(puzzle),
};

/** What came of the questions, and how smoothly the page went on drawing meanwhile. */
interface Asked {
  /** Milliseconds until each hint. */
  times: number[];
  /** Positions in which the game is over: there is no move to be hinted at. */
  over: number;
  /** What was said instead of a hint. */
  refused: string[];
  /** Pictures of the page in a second, and the longest time between two. */
  frames: number;
  longest: number;
}

/** Asks for hints in a session of its own. */
async function ask(game: string, positions: readonly string[]): Promise<Asked> {
  const socket = new WebSocket(`ws://${location.host}/session`);
  await new Promise((done) => (socket.onopen = done));
  let heard: (message: Record<string, unknown>) => void = () => undefined;
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") heard(JSON.parse(data) as Record<string, unknown>);
  };
  let id = 0;
  const send = (fields: object): number => {
    id += 1;
    socket.send(JSON.stringify({ id, ...fields }));
    return id;
  };
  const answer = (fields: object): Promise<Record<string, unknown>> =>
    new Promise((done) => {
      const mine = send(fields);
      heard = (message) => {
        if (message["re"] === mine) done(message);
      };
    });
  /** The state of the game that follows from a request, or the refusal. */
  const state = (fields: object): Promise<Record<string, unknown>> =>
    new Promise((done) => {
      const mine = send(fields);
      heard = (message) => {
        const isRefused = message["re"] === mine && message["error"] !== undefined;
        if (isRefused || message["event"] === "game") done(message);
      };
    });
  await answer({ do: "hello", protocol: 1 });
  const asked: Asked = { times: [], over: 0, refused: [], frames: 0, longest: 0 };
  const settings = /four/.test(game) ? { opponent: "person" } : {};
  const start = performance.now();
  let [drawn, last, isAsking] = [0, start, true];
  const draw = (now: number): void => {
    if (!isAsking) return;
    drawn += 1;
    asked.longest = Math.max(asked.longest, now - last);
    last = now;
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
  for (const position of positions) {
    let opened = await state({ do: "game", game, position, settings });
    // After its target, a game of 2048 asks whether to go on.
    const can = (opened["can"] ?? []) as string[];
    if (can.includes("goOn")) opened = await state({ do: "play", move: "on" });
    if (opened["kind"] === "over") {
      asked.over += 1;
      continue;
    }
    const began = performance.now();
    const failure = await new Promise<string | undefined>((done) => {
      const mine = send({ do: "hint" });
      heard = (message) => {
        if (message["re"] === mine && message["error"] !== undefined) {
          done(JSON.stringify(message["error"]));
        }
        const isSaid = message["hint"] !== undefined || message["message"] !== undefined;
        if (message["event"] === "game" && isSaid) done(undefined);
      };
    });
    if (failure === undefined) asked.times.push(performance.now() - began);
    else asked.refused.push(failure);
  }
  isAsking = false;
  asked.frames = (drawn * 1000) / (performance.now() - start);
  socket.close();
  return asked;
}

export async function hints(browser: Browser, server: RealServer, say: Say): Promise<void> {
  const page = await openReal(browser, server);
  await page.waitForSelector(".card-main");
  for (const [game, positions] of Object.entries(POSITIONS)) {
    const chosen = positions().filter((_, at) => at % EVERY === 0);
    const script = `(${ask.toString()})(${JSON.stringify(game)}, ${JSON.stringify(chosen)})`;
    const before = seconds(server.pid);
    const { times, over, refused, frames, longest } = await page.evaluate<Asked>(script);
    const cpu = ((seconds(server.pid) - before) * 1000) / Math.max(1, times.length);
    const most = `at most ${Math.max(...times).toFixed(0)} ms`;
    say(`hints of ${game}, ${times.length} positions`, `${spread(times)}, ${most}`, "200 ms");
    say("… CPU time of the server for each", `${cpu.toFixed(1)} ms`, "");
    const smooth = `${frames.toFixed(0)}, at most ${longest.toFixed(0)} ms between two`;
    say("… pictures of the page in a second meanwhile", smooth, "60");
    if (over > 0) say("… positions in which the game is over", String(over), "");
    if (refused.length > 0) {
      say(`… ${refused.length} positions without a hint`, refused[0] ?? "", "0");
    }
  }
  await page.context().close();
}
