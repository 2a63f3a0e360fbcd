/** Connect Four and Four in a Row: columns to drop into, what they are worth, and the course's
 * trials and undos. */

import { h, type Child } from "../../base/dom";
import { capital } from "../../base/format";
import { computed, signal } from "../../base/reactive";
import { StonesBoard, stonesInWords, type StonesView } from "../../boards/stones";
import type { GameState, StonesGame } from "../../model/protocol";
import {
  analysis,
  asked,
  card,
  differing,
  keyed,
  type Action,
  type Face,
  type Mirror,
  type Saying,
  type Table,
} from "./parts";

function isStones(state: GameState | undefined): state is StonesGame {
  return state?.game === "connect-four" || state?.game === "four-in-a-row";
}

/** The letters of the players where stones are letters. */
function lettersOf(state: StonesGame): [string, string] | undefined {
  const [one, two] = state.players;
  return state.game === "four-in-a-row" ? [one?.sign ?? "O", two?.sign ?? "X"] : undefined;
}

function viewOf(state: StonesGame): StonesView {
  const { board } = state;
  return {
    ...board,
    letters: lettersOf(state),
    line: board.line.length > 0 ? board.line : undefined,
    newest: board.newest,
    ghosts: state.analysis?.line.slice(0, GHOSTS_MOST),
    different: differing(state),
  };
}

/** How much of the best line is drawn on the board; the rest is told beside it. */
const GHOSTS_MOST = 5;

export class StonesFace implements Face {
  readonly board: HTMLElement;
  readonly under: Child;
  readonly cards: Child;
  readonly actions: readonly Action[];
  private readonly picture: StonesBoard;
  private readonly state = signal<StonesGame | undefined>(undefined);
  private readonly columns: HTMLElement[];
  /** The words of the columns, kept while the game asks for something else. */
  private moves: readonly string[] = [];

  constructor(
    private readonly table: Table,
    first: StonesGame,
  ) {
    const { columns, rows } = first.board;
    this.picture = new StonesBoard(columns, rows, first.game === "four-in-a-row");
    this.columns = Array.from({ length: columns }, (_, column) => this.column(column));
    this.picture.over.append(...this.columns);
    this.board = h("div", { class: "board-box stones-box" }, this.picture.element);
    this.board.style.setProperty("--ratio", String(columns / (rows + 1.55)));
    this.under = keyed(
      () => JSON.stringify(this.state()?.asks ?? null),
      () => this.question(),
    );
    this.cards = [this.players(), this.legend()];
    this.actions = this.makeActions(first);
  }

  private makeActions(first: StonesGame): Action[] {
    const { table } = this;
    const common = [asked(table, "hint", "Hint", "i", "hint"), analysis(table, "Analysis", "c")];
    if (first.game === "four-in-a-row") return common;
    return [...common, asked(table, "undo", "Take back", "u", "undo")];
  }

  /** A column as the game's keys count it. */
  private nameOf(column: number): string {
    return this.moves[column] ?? String(column + 1);
  }

  private drop(column: number): void {
    const move = this.moves[column];
    if (move !== undefined && this.state.peek()?.turn === "person") {
      void this.table.games.move(move);
    }
  }

  private column(column: number): HTMLElement {
    const score = (): NonNullable<StonesGame["analysis"]>["columns"][number] | undefined =>
      this.state()?.analysis?.columns.find((one) => one.column === column);
    const isHint = (): boolean => this.state()?.hint?.column === column;
    const label = computed(() => {
      const known = score();
      this.state();
      const name = this.nameOf(column);
      const parts = [known === undefined ? name : `${name} ${known.text}`];
      if (known !== undefined) parts.push(known.words);
      if (isHint()) parts.push("the hint");
      return `Column ${parts.join(", ")}`;
    });
    return h(
      "button",
      {
        class: () => `drop-column ${isHint() ? "hinted" : ""}`,
        "data-column": column,
        "aria-label": label,
        onclick: () => {
          this.drop(column);
        },
      },
      h("span", { class: "hover-stone", "aria-hidden": "true" }),
      h("span", { class: "column-foot", "aria-hidden": "true" }, () => {
        const known = score();
        const kind = known?.outcome ?? "open";
        const best = known?.isBest === true ? "best" : "";
        this.state();
        return [
          h("kbd", {}, this.moves[column] ?? ""),
          known === undefined ? null : h("b", { class: `score ${kind} ${best}` }, known.text),
        ];
      }),
    );
  }

  private question(): Child {
    const asks = this.state.peek()?.asks;
    if (asks === undefined || asks.what === "column") return null;
    return h(
      "div",
      { class: "game-question", role: "group", "aria-label": asks.text },
      asks.answers.map(({ move, title }, index) =>
        h(
          "button",
          {
            class: asks.what !== "undo" || index > 0 ? "primary small" : "small",
            onclick: () => void this.table.games.move(move),
          },
          capital(title),
          h("kbd", {}, move.toUpperCase()),
        ),
      ),
    );
  }

  private players(): HTMLElement {
    const line = (player: 1 | 2): HTMLElement => {
      const one = (): StonesGame["players"][number] | undefined =>
        this.state()?.players.find((entry) => entry.player === player);
      const isTurn = (): boolean => {
        const state = this.state();
        return state?.kind === "playing" && state.asks?.player === player;
      };
      return h(
        "li",
        { class: () => `player p${player} ${isTurn() ? "turn" : ""}` },
        h("span", { class: "player-stone", "aria-hidden": "true" }, () => {
          const sign = one()?.sign ?? "";
          return this.state()?.game === "four-in-a-row" ? sign : "";
        }),
        h("span", { class: "name" }, () => one()?.name ?? ""),
        h("span", { class: "quiet" }, () => (isTurn() ? "to move" : "")),
        () => this.allowance("trials", one()?.trials, "trial"),
        () => this.allowance("undos", one()?.undos, "undo"),
        h("span", { class: "mono count" }, () => String(one()?.stones ?? 0)),
      );
    };
    return h(
      "section",
      { class: "game-card players", "aria-label": "Players" },
      h("ul", {}, line(1), line(2)),
    );
  }

  /** What a player has left of the course's trials or undos, as dots and as a number. */
  private allowance(kind: string, left: number | undefined, one: string): Child {
    if (left === undefined) return null;
    const words = `${left} ${one}${left === 1 ? "" : "s"} left`;
    const dots = left <= 5 ? "●".repeat(left) : "";
    return h(
      "span",
      { class: `allowance ${kind} ${left === 0 ? "none" : ""}`, title: words },
      h("span", { "aria-hidden": "true" }, `${one}s `, dots, ` ${left}`),
      h("span", { class: "spoken" }, words),
    );
  }

  private legend(): () => Child {
    return keyed(
      () => JSON.stringify([this.state()?.analysis?.line ?? null, this.state()?.analysis?.isFinal]),
      () => {
        const found = this.state.peek()?.analysis;
        if (found === undefined) return null;
        const line = found.line.map(({ column }) => this.nameOf(column));
        return card(
          "Analysis",
          h(
            "p",
            { class: "legend" },
            h("b", { class: "score win" }, "+4"),
            " wins in 4 moves, ",
            h("b", { class: "score draw" }, "="),
            " draw, ",
            h("b", { class: "score loss" }, "-3"),
            " loses in 3.",
          ),
          line.length === 0
            ? null
            : h("p", {}, "Best line: ", h("span", { class: "mono" }, line.join(" "))),
          found.isFinal ? null : h("p", { class: "quiet" }, "Still looking further."),
        );
      },
    );
  }

  update(state: GameState, before: GameState | undefined): void {
    if (!isStones(state)) return;
    if (state.asks?.what === "column") this.moves = state.asks.answers.map(({ move }) => move);
    this.state.set(state);
    const view = viewOf(state);
    const isNext = before !== undefined && state.motion !== undefined;
    const fallen = isNext ? (state.motion?.fallen ?? []).map(({ cell }) => cell) : [];
    this.picture.update(view, fallen, isNext ? state.motion?.taken : []);
    const [one, two] = state.players;
    this.picture.describe(stonesInWords(view, [one?.name ?? "player 1", two?.name ?? "player 2"]));
    const isOpen = state.asks?.what === "column" && state.turn === "person";
    this.board.dataset["player"] = isOpen ? String(state.asks?.player ?? "") : "";
    this.board.dataset["letter"] = lettersOf(state)?.[(state.asks?.player ?? 1) - 1] ?? "";
    for (const column of this.columns) {
      column.setAttribute("aria-disabled", String(!isOpen));
    }
  }

  key(key: string): boolean {
    const state = this.state.peek();
    if (state === undefined) return false;
    const { asks } = state;
    const answer = asks?.answers.find(({ move }) => move === key.toLowerCase());
    if (answer !== undefined || (asks?.what === "column" && /^\d$/.test(key))) {
      void this.table.games.move(answer?.move ?? key);
      return true;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step === undefined) return false;
    const at = this.columns.indexOf(document.activeElement as HTMLElement);
    const middle = Math.floor(this.columns.length / 2);
    const next = at < 0 ? middle : (at + step + this.columns.length) % this.columns.length;
    this.columns[next]?.focus();
    return true;
  }

  saying(state: GameState): Saying | undefined {
    if (!isStones(state) || state.asks === undefined || state.turn !== "person") return undefined;
    const kind = state.asks.what === "column" ? "plain" : "question";
    return { text: state.asks.text, kind };
  }

  happened(state: GameState): string {
    if (!isStones(state)) return "";
    const name = (player: number): string =>
      state.players.find((one) => one.player === player)?.name ?? `player ${player}`;
    const fallen = (state.motion?.fallen ?? []).map(
      ({ cell, player }) => `${name(player)}: column ${this.nameOf(cell % state.board.columns)}`,
    );
    const taken = state.motion?.taken.length ?? 0;
    return [...fallen, taken > 0 ? "Taken back" : ""].filter((one) => one !== "").join(". ");
  }

  mirror(): Mirror {
    const first = this.state.peek();
    const board = new StonesBoard(
      first?.board.columns ?? 7,
      first?.board.rows ?? 6,
      first?.game === "four-in-a-row",
    );
    return {
      element: h("div", { class: "board-box stones-box plain" }, board.element),
      update: (state) => {
        if (!isStones(state)) return;
        const { versus } = state;
        const view: StonesView = {
          columns: state.board.columns,
          rows: state.board.rows,
          cells: versus?.cells ?? state.board.cells.map(() => 0),
          letters: lettersOf(state),
          different: differing(state),
        };
        board.update(view);
        board.describe(`The program’s board. ${stonesInWords(view, ["player 1", "player 2"])}`);
      },
    };
  }
}
