/** The lobby: the five games, what was left unfinished, best scores and replays. */

import { h, prose, type Child } from "../../base/dom";
import { icon } from "../../base/icons";
import { GAMES } from "../../model/games";
import type { GameEntry } from "../../model/protocol";
import { art } from "../art";
import type { Table } from "./parts";
import { askSettings } from "./settings";

async function choose(table: Table, entry: GameEntry): Promise<void> {
  const agreed = await askSettings(entry, undefined);
  if (agreed !== undefined) await table.games.open(entry.game, agreed);
}

function gameCard(table: Table, entry: GameEntry): HTMLElement {
  const { games } = table;
  const best = entry.scores[0];
  const begin = (): void => void games.take(entry.game);
  return h(
    "li",
    { class: "card game-entry", "data-game": entry.game },
    h(
      "button",
      { class: "card-main", onclick: begin },
      art(entry.game),
      h("h3", {}, entry.title),
      h("p", {}, prose(entry.rules)),
    ),
    h(
      "p",
      { class: "entry-note" },
      entry.saved !== undefined
        ? ["unfinished: ", entry.saved.progress]
        : best !== undefined
          ? ["best: ", best.shown]
          : "not played yet",
    ),
    h(
      "div",
      { class: "card-actions" },
      h(
        "button",
        { class: "primary small", onclick: begin },
        icon("run"),
        entry.saved === undefined ? "Play" : "Continue",
      ),
      h(
        "button",
        {
          class: "small",
          "aria-label": `New game of ${entry.title}`,
          onclick: () => void choose(table, entry),
        },
        "New …",
      ),
    ),
  );
}

function scores(list: readonly GameEntry[]): Child {
  const rows = list.flatMap((entry) => entry.scores.map((score) => ({ entry, score })));
  if (rows.length === 0) {
    return h(
      "p",
      { class: "quiet none" },
      "Finish a game without hints, and its score stands here.",
    );
  }
  return h(
    "table",
    { class: "list" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Game", "Class", "Score"].map((name) => h("th", {}, name)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(({ entry, score }) =>
        h(
          "tr",
          {},
          h("td", {}, entry.title),
          h("td", { class: "quiet" }, score.class),
          h("td", { class: "mono" }, score.shown),
        ),
      ),
    ),
  );
}

/** How a game went and how long it was, as its players count, unless that says so itself. */
function described(words: string, progress: string): string {
  return progress === "" || /\d/.test(words) ? words : `${words}, ${progress}`;
}

function replays(table: Table, list: readonly GameEntry[]): Child {
  const rows = list.flatMap((entry) => entry.replays.map((replay) => ({ entry, replay })));
  if (rows.length === 0) {
    return h("p", { class: "quiet none" }, "Games that are over can be watched again from here.");
  }
  return h(
    "ul",
    { class: "rows" },
    rows.map(({ entry, replay }) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            class: "row",
            onclick: () => void table.games.ask("replay", { replay: replay.replay }),
          },
          icon("clock"),
          h("span", { class: "title" }, entry.title),
          h("span", { class: "quiet" }, described(replay.words, replay.progress)),
        ),
      ),
    ),
  );
}

export function lobby(table: Table): HTMLElement {
  const { games } = table;
  const sorted = (): GameEntry[] =>
    [...(games.list() ?? [])].sort((a, b) => GAMES.indexOf(a.game) - GAMES.indexOf(b.game));
  const cards = (): Child =>
    games.list() === undefined
      ? GAMES.map(() => h("li", { class: "card waiting" }))
      : sorted().map((entry) => gameCard(table, entry));
  const about =
    "Five board games with their engines: play against them, ask them for hints, or set them beside a MIPS program.";
  return h(
    "div",
    { class: "start-inner lobby" },
    h("header", { class: "hero" }, h("h1", {}, "Games"), h("p", {}, about)),
    () => games.troubles().map((text) => h("p", { class: "trouble" }, icon("warning"), text)),
    h("ul", { class: "cards" }, cards),
    h(
      "div",
      { class: "start-columns" },
      h("section", {}, h("h2", {}, "Best scores"), () => scores(sorted())),
      h("section", {}, h("h2", {}, "Replays"), () => replays(table, sorted())),
    ),
  );
}
