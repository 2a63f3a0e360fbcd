/** 2048: slides by keys, swipes and buttons, what each is worth, and the engine playing alone. */

import { h, listen, type Child } from "../../base/dom";
import { grouped } from "../../base/format";

import { effect, signal } from "../../base/reactive";
import { TilesBoard, tilesInWords } from "../../boards/tiles";
import type { AutoplayProgress, GameState, Twenty48Game } from "../../model/protocol";
import { remembered } from "../../base/store";
import {
  analysis,
  asked,
  card,
  differing,
  fact,
  type Action,
  type Face,
  type Mirror,
  type Saying,
  type Table,
} from "./parts";

function is2048(state: GameState | undefined): state is Twenty48Game {
  return state?.game === "2048";
}

/** Keys and the record's words for their slides. */
const MOVES: Record<string, string> = {
  ArrowUp: "U",
  ArrowLeft: "L",
  ArrowDown: "D",
  ArrowRight: "R",
  w: "U",
  a: "L",
  s: "D",
  d: "R",
  k: "U",
  h: "L",
  j: "D",
  l: "R",
};

const SLIDES: readonly [move: string, name: string, arrow: string][] = [
  ["U", "Up", "↑"],
  ["L", "Left", "←"],
  ["D", "Down", "↓"],
  ["R", "Right", "→"],
];

/** Shorter than this is a tap, in pixels. */
const SWIPE_LEAST = 24;

/** The slide that a finger meant; nothing for a tap. */
export function swipeOf(x: number, y: number): string | undefined {
  if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE_LEAST) return undefined;
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? "L" : "R";
  return y < 0 ? "U" : "D";
}

const SPEEDS: readonly [perSecond: number, title: string][] = [
  [2, "2 moves a second"],
  [8, "8 moves a second"],
  [20, "20 moves a second"],
  [60, "60 moves a second"],
];
const RUNS: readonly number[] = [10, 100, 1000, 10_000];

export class Twenty48Face implements Face {
  readonly board: HTMLElement;
  readonly under: Child = null;
  readonly cards: Child;
  readonly actions: readonly Action[];
  private readonly picture: TilesBoard;
  private readonly state = signal<Twenty48Game | undefined>(undefined);
  private readonly isPlaying = signal(false);
  private readonly speed = remembered("games:speed", 8);
  private readonly runs = remembered("games:runs", 100);
  private readonly ends: () => void;

  constructor(
    private readonly table: Table,
    first: Twenty48Game,
  ) {
    this.picture = new TilesBoard(first.board.side);
    this.board = h(
      "div",
      { class: "board-box tiles-box" },
      this.picture.element,
      h("span", { class: "slide-arrow", "aria-hidden": "true", hidden: true }),
    );
    this.board.style.setProperty("--ratio", "1");
    this.cards = [this.facts(), this.slides(), this.machine()];
    this.actions = this.makeActions();
    this.ends = effect(() => {
      this.listenToFingers();
    });
  }

  end(): void {
    this.ends();
  }

  private makeActions(): Action[] {
    const { table } = this;
    const { games } = table;
    return [
      asked(table, "hint", "Best move", "i", "hint"),
      analysis(table, "Analysis", "e"),
      asked(table, "undo", "Take back", "u", "undo"),
      {
        title: "Go on",
        key: "c",
        icon: "right",
        can: () => games.can("goOn"),
        run: () => void games.move("on"),
      },
      {
        title: () => (this.isPlaying() ? "Stop playing" : "Let it play"),
        key: "p",
        icon: "fast",
        can: () => games.can("autoplay") || this.isPlaying(),
        isOn: () => this.isPlaying(),
        run: () => void this.autoplay(!this.isPlaying.peek()),
      },
    ];
  }

  /** Starts or stops the engine on this board; between its moves no state tells. */
  private async autoplay(on: boolean): Promise<void> {
    const perSecond = this.speed.peek();
    const isDone = await this.table.games.ask("autoplay", on ? { on, perSecond } : { on });
    if (isDone) this.isPlaying.set(on);
  }

  private slide(move: string): void {
    if (this.state.peek()?.kind !== "playing") return;
    this.isPlaying.set(false);
    void this.table.games.move(move);
  }

  private listenToFingers(): void {
    let from: { x: number; y: number; id: number } | undefined;
    listen<PointerEvent>(this.board, "pointerdown", (event) => {
      if (event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    });
    listen<PointerEvent>(window, "pointerup", (event) => {
      if (from?.id !== event.pointerId) return;
      const move = swipeOf(event.clientX - from.x, event.clientY - from.y);
      from = undefined;
      if (move !== undefined) this.slide(move);
    });
    listen<PointerEvent>(window, "pointercancel", () => {
      from = undefined;
    });
  }

  private facts(): HTMLElement {
    const board = (): Twenty48Game["board"] | undefined => this.state()?.board;
    const number = (value: number | undefined) => grouped(value ?? 0);
    return h(
      "section",
      { class: "game-card", "aria-label": "Score" },
      h(
        "dl",
        { class: "facts" },
        fact("Largest tile", () => number(board()?.largest)),
        fact("Target", () => number(board()?.target)),
        fact("Merge score", () => number(board()?.score)),
        fact("So far", () => this.state()?.progress ?? ""),
      ),
    );
  }

  /** Four buttons, with what each slide is worth. */
  private slides(): HTMLElement {
    const button = ([move, name, arrow]: (typeof SLIDES)[number]): HTMLElement => {
      const value = (): NonNullable<Twenty48Game["analysis"]>["moves"][number] | undefined =>
        this.state()?.analysis?.moves.find((one) => one.move === move);
      const isBest = (): boolean => this.state()?.hint?.move === move || value()?.isBest === true;
      // Values mean something only beside each other: how much less than the best.
      const worth = (): string => {
        const known = value();
        if (known === undefined) return "";
        if (known.value === undefined) return "–";
        const all = this.state()?.analysis?.moves ?? [];
        const most = Math.max(...all.map((one) => one.value ?? -Infinity));
        return known.value === most ? "best" : `−${grouped(most - known.value)}`;
      };
      return h(
        "button",
        {
          class: () => `slide-button ${isBest() ? "best" : ""}`,
          "data-move": move,
          "aria-label": () =>
            [`Slide ${name.toLowerCase()}`, worth(), isBest() ? "best" : ""]
              .filter((part, at, all) => part !== "" && all.indexOf(part) === at)
              .join(", "),
          "aria-disabled": () => (this.state()?.legal.includes(move) === true ? null : "true"),
          onclick: () => {
            this.slide(move);
          },
        },
        h("span", { "aria-hidden": "true" }, arrow),
        h("small", { class: "mono", "aria-hidden": "true" }, worth),
      );
    };
    return h(
      "section",
      { class: "game-card", "aria-label": "Slides" },
      h("div", { class: "slide-pad" }, SLIDES.map(button)),
    );
  }

  private machine(): HTMLElement {
    const { games } = this.table;
    const choice = (
      label: string,
      values: readonly (readonly [number, string])[],
      chosen: { (): number; set(value: number): void; peek(): number },
      after: () => void = () => undefined,
    ): HTMLElement => {
      const select = h(
        "select",
        {
          "aria-label": label,
          onchange: () => {
            chosen.set(Number(select.value));
            after();
          },
        },
        values.map(([value, title]) =>
          h("option", { value, selected: value === chosen.peek() }, title),
        ),
      );
      return select;
    };
    const isRunning = (): boolean => games.autoplay()?.kind === "running";
    const run = (): void => {
      if (isRunning()) void games.ask("autoplay", { on: false, games: this.runs.peek() });
      else void games.ask("autoplay", { on: true, games: this.runs.peek() });
    };
    const runs = RUNS.map((count): [number, string] => [count, `${grouped(count)} games`]);
    return card(
      "The engine alone",
      h(
        "div",
        { class: "row-of" },
        choice("Speed", SPEEDS, this.speed, () => {
          if (this.isPlaying.peek()) void this.autoplay(true);
        }),
        h("span", { class: "quiet" }, "on this board (P)"),
      ),
      h(
        "div",
        { class: "row-of" },
        choice("How many games", runs, this.runs),
        h("button", { class: "small", onclick: run }, () =>
          isRunning() ? "Stop" : "Play in background",
        ),
      ),
      () => histogram(games.autoplay()),
    );
  }

  update(state: GameState, before: GameState | undefined): void {
    if (!is2048(state)) return;
    this.state.set(state);
    if (state.kind !== "playing") this.isPlaying.set(false);
    const { side, tiles } = state.board;
    const isNext = before !== undefined && state.motion !== undefined && state.kind !== "replay";
    const motion = isNext || before?.kind === "replay" ? state.motion : undefined;
    const view = { side, cells: tiles, different: differing(state) };
    if (motion !== undefined || !isSame(before, state)) {
      this.picture.update(
        view,
        motion?.slid ?? [],
        (motion?.appeared ?? []).map(({ cell }) => cell),
      );
      this.picture.describe(tilesInWords(view));
    }
    this.showArrow(state);
  }

  private showArrow(state: Twenty48Game): void {
    const arrow = this.board.querySelector<HTMLElement>(".slide-arrow");
    const slide = SLIDES.find(([move]) => move === state.hint?.move);
    if (arrow === null) return;
    arrow.hidden = slide === undefined;
    arrow.textContent = slide?.[2] ?? "";
    arrow.dataset["move"] = slide?.[0] ?? "";
  }

  key(key: string): boolean {
    const move = MOVES[key.length === 1 ? key.toLowerCase() : key];
    if (move === undefined) return false;
    this.slide(move);
    return true;
  }

  saying(state: GameState): Saying | undefined {
    if (!is2048(state) || state.kind !== "playing" || state.hint !== undefined) return undefined;
    if (this.isPlaying()) return { text: "The engine plays.", kind: "plain" };
    if (state.moves > 0 || state.message !== undefined) return undefined;
    return { text: "Slide with the arrow keys, or swipe.", kind: "plain" };
  }

  happened(state: GameState): string {
    if (!is2048(state) || state.motion === undefined || this.isPlaying.peek()) return "";
    const merged = state.motion.slid.filter((tile) => tile.isMerged);
    const made = [...new Set(merged.map(({ to }) => state.board.tiles[to] ?? 0))];
    const appeared = state.motion.appeared.map(({ cell, number }) => {
      const [row, column] = [Math.floor(cell / state.board.side), cell % state.board.side];
      return `${number} in row ${row + 1}, column ${column + 1}`;
    });
    const parts = [made.length > 0 ? `Merged to ${made.join(" and ")}` : "", appeared.join(", ")];
    return parts.filter((part) => part !== "").join(". ");
  }

  mirror(): Mirror {
    const side = this.state.peek()?.board.side ?? 4;
    const board = new TilesBoard(side);
    return {
      element: h("div", { class: "board-box tiles-box plain" }, board.element),
      update: (state) => {
        if (!is2048(state)) return;
        const { versus } = state;
        const view = {
          side,
          cells: versus?.cells ?? state.board.tiles.map(() => 0),
          different: differing(state),
        };
        board.update(view);
        board.describe(`The program’s board. ${tilesInWords(view)}`);
      },
    };
  }
}

/** Whether a board would be drawn as it stands. */
function isSame(before: GameState | undefined, state: Twenty48Game): boolean {
  if (!is2048(before) || differing(before).length !== differing(state).length) return false;
  return before.board.tiles.every((tile, at) => tile === state.board.tiles[at]);
}

/** How the games played aside ended, by their largest tile. */
export function histogram(event: AutoplayProgress | undefined): Child {
  if (event === undefined) return null;
  const most = Math.max(1, ...event.tiles.map(({ games }) => games));
  const share = (games: number): string =>
    event.games === 0 ? "0 %" : `${Math.round((games / event.games) * 100)} %`;
  const done = `${grouped(event.games)} of ${grouped(event.total)} games`;
  const words = `${done}, best ${grouped(event.best)}`;
  return h(
    "figure",
    { class: "histogram" },
    h("figcaption", { class: "quiet" }, words),
    h(
      "table",
      { "aria-label": "Games by their largest tile" },
      event.tiles.map(({ tile, games }) => {
        const bar = h("span", { class: "bar-fill" });
        bar.style.transform = `scaleX(${games / most})`;
        return h(
          "tr",
          {},
          h("th", { scope: "row", class: "mono" }, grouped(tile)),
          h("td", { class: "bar-place" }, bar),
          h("td", { class: "mono number" }, share(games)),
        );
      }),
    ),
  );
}
