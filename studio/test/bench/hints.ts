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

/** Asks for hints in a session of its own; milliseconds each, none where there is no hint. */
async function ask(game: string, positions: readonly string[]): Promise<(number | string)[]> {
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
  await answer({ do: "hello", protocol: 1 });
  const times: (number | string)[] = [];
  const settings = /four/.test(game) ? { opponent: "person" } : {};
  for (const position of positions) {
    const opened = await answer({ do: "game", game, position, settings });
    if (opened["error"] !== undefined) {
      times.push(JSON.stringify(opened["error"]));
      continue;
    }
    const began = performance.now();
    times.push(
      await new Promise<number | string>((done) => {
        const mine = send({ do: "hint" });
        heard = (message) => {
          if (message["re"] === mine && message["error"] !== undefined) {
            done(JSON.stringify(message["error"]));
          }
          const isSaid = message["hint"] !== undefined || message["message"] !== undefined;
          if (message["event"] === "game" && isSaid) done(performance.now() - began);
        };
      }),
    );
  }
  socket.close();
  return times;
}

export async function hints(browser: Browser, server: RealServer, say: Say): Promise<void> {
  const page = await openReal(browser, server);
  await page.waitForSelector(".card-main");
  for (const [game, positions] of Object.entries(POSITIONS)) {
    const chosen = positions().filter((_, at) => at % EVERY === 0);
    const script = `(${ask.toString()})(${JSON.stringify(game)}, ${JSON.stringify(chosen)})`;
    const before = seconds(server.pid);
    const answers = await page.evaluate<(number | string)[]>(script);
    const cpu = ((seconds(server.pid) - before) * 1000) / Math.max(1, answers.length);
    const times = answers.filter((one): one is number => typeof one === "number");
    const refused = answers.filter((one): one is string => typeof one === "string");
    const longest = `at most ${Math.max(...times).toFixed(0)} ms`;
    say(`hints of ${game}, ${times.length} positions`, `${spread(times)}, ${longest}`, "200 ms");
    say("… CPU time of the server for each", `${cpu.toFixed(1)} ms`, "");
    if (refused.length > 0) {
      say(`… ${refused.length} positions without a hint`, refused[0] ?? "", "");
    }
  }
  await page.context().close();
}
