/** Sudoku: digits, pencil marks, mistakes, and techniques that are drawn before they are done. */

import { h, type Child } from "../../base/dom";
import { capital } from "../../base/format";
import { icon } from "../../base/icons";
import { computed, effect, signal } from "../../base/reactive";
import { DigitsBoard, sign, type DigitsView } from "../../boards/digits";
import type { GameState, SudokuGame } from "../../model/protocol";
import {
  asked,
  card,
  differing,
  fact,
  keyed,
  type Action,
  type Face,
  type Mirror,
  type Saying,
  type Table,
} from "./parts";

function isSudoku(state: GameState | undefined): state is SudokuGame {
  return state?.game === "sudoku";
}

/** The name of a cell in the words of the record. */
export function cellName(side: number, cell: number): string {
  return `r${Math.floor(cell / side) + 1}c${(cell % side) + 1}`;
}

/** The word that writes `value` into a cell, or switches it in the notes. */
export function wordFor(state: SudokuGame, cell: number, value: number, isPencil: boolean): string {
  const place = cellName(state.board.side, cell);
  if (!isPencil) return `${place}=${sign(value).toLowerCase()}`;
  const notes = new Set(state.board.notes[cell]);
  if (!notes.delete(value)) notes.add(value);
  const rest = [...notes].sort((a, b) => a - b).map((one) => sign(one).toLowerCase());
  return `${place}~${rest.length === 0 ? "." : rest.join("")}`;
}

/** The word that empties a cell: its digit, or else its notes. */
export function emptyWord(state: SudokuGame, cell: number): string {
  const place = cellName(state.board.side, cell);
  return state.board.cells[cell] === 0 ? `${place}~.` : `${place}=.`;
}

export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours === 0
    ? `${minutes}:${rest}`
    : `${hours}:${String(minutes).padStart(2, "0")}:${rest}`;
}

const STEPS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class SudokuFace implements Face {
  readonly board = h("div", { class: "board-box digits-box" });
  readonly under: Child;
  readonly cards: Child;
  readonly actions: readonly Action[];
  private picture: DigitsBoard | undefined;
  private readonly state = signal<SudokuGame | undefined>(undefined);
  private readonly cell = signal(0);
  private readonly isPencil = signal(false);
  /** How much of the hint is told: its name first, then why. */
  private readonly isExplained = signal(false);
  private readonly isSolveAsked = signal(false);
  private readonly time = signal(0);
  private arrivedAt = 0;
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly endDrawing: () => void;

  constructor(private readonly table: Table) {
    this.board.style.setProperty("--ratio", "1");
    this.under = this.pad();
    this.cards = [this.facts(), this.hintCard()];
    this.actions = this.makeActions();
    this.timer = setInterval(() => {
      this.tick();
    }, 500);
    this.endDrawing = effect(() => {
      this.draw();
    });
  }

  end(): void {
    clearInterval(this.timer);
    this.endDrawing();
  }

  private makeActions(): Action[] {
    const { table } = this;
    const { games } = table;
    return [
      {
        title: () => {
          const hint = this.state()?.hint;
          if (hint === undefined) return "Hint";
          if (!this.isExplained()) return "Why?";
          return hint.move === undefined ? "Hint" : "Do it";
        },
        key: "i",
        icon: "hint",
        can: () => games.can("hint") || this.state()?.hint !== undefined,
        run: () => {
          this.advise();
        },
      },
      asked(table, "mistakes", "Mistakes", "c", "check"),
      asked(table, "undo", "Take back", "u", "undo"),
      asked(table, "redo", "Redo", "r", "redo"),
      {
        title: "Notes",
        key: "m",
        icon: "edit",
        can: () => this.state()?.kind === "playing",
        isOn: () => this.isPencil(),
        run: () => {
          this.isPencil.update((value) => !value);
        },
      },
      {
        title: "All notes",
        key: "f",
        icon: "notes",
        can: () => this.state()?.kind === "playing",
        run: () => void games.move("fill"),
      },
      {
        title: () => (this.isSolveAsked() ? "Really solve" : "Solve"),
        key: "v",
        icon: "fast",
        can: () => games.can("solve"),
        run: () => {
          if (this.isSolveAsked.peek()) void games.ask("solve", {});
          this.isSolveAsked.update((value) => !value);
        },
      },
    ];
  }

  /** The first time it names, the second it explains, the third it does. */
  private advise(): void {
    const hint = this.state.peek()?.hint;
    if (hint === undefined) void this.table.games.ask("hint", {});
    else if (!this.isExplained.peek()) this.isExplained.set(true);
    else if (hint.move !== undefined) void this.table.games.move(hint.move);
    else void this.table.games.ask("hint", {});
  }

  private write(value: number): void {
    const state = this.state.peek();
    if (state?.kind !== "playing") return;
    void this.table.games.move(wordFor(state, this.cell.peek(), value, this.isPencil.peek()));
  }

  private empty(): void {
    const state = this.state.peek();
    if (state?.kind === "playing") void this.table.games.move(emptyWord(state, this.cell.peek()));
  }

  /** Buttons for the digits: for fingers, and to see how many of each are still to be placed. */
  private pad(): () => Child {
    const left = (value: number): number => {
      const board = this.state()?.board;
      if (board === undefined) return 0;
      return board.side - board.cells.filter((cell) => cell === value).length;
    };
    const digit = (value: number): HTMLElement =>
      h(
        "button",
        {
          class: () => `pad-digit ${left(value) <= 0 ? "done" : ""}`,
          "aria-label": () =>
            `${this.isPencil() ? "Note" : "Write"} ${sign(value)}, ${Math.max(0, left(value))} left`,
          onclick: () => {
            this.write(value);
          },
        },
        h("b", {}, sign(value)),
        h("small", { "data-left": () => String(Math.max(0, left(value))) }),
      );
    const side = computed(() => this.state()?.board.side ?? 0);
    return () =>
      side() === 0
        ? null
        : h(
            "div",
            { class: `digit-pad side${side()}`, role: "group", "aria-label": "Digits" },
            Array.from({ length: side() }, (_, at) => digit(at + 1)),
            h(
              "button",
              {
                class: "pad-digit",
                "aria-label": "Empty the cell",
                onclick: () => {
                  this.empty();
                },
              },
              icon("eraser"),
            ),
          );
  }

  private facts(): HTMLElement {
    const board = (): SudokuGame["board"] | undefined => this.state()?.board;
    return h(
      "section",
      { class: "game-card", "aria-label": "Puzzle" },
      h(
        "dl",
        { class: "facts" },
        fact("Time", () => h("span", { class: "mono" }, clock(this.time()))),
        fact("Difficulty", () => board()?.difficulty ?? "–"),
        fact("Rating", () => board()?.rating?.replace(/^[a-z]+ /, "") ?? "–"),
        fact("Filled", () => this.state()?.progress.replace(/ cells filled$/, "") ?? ""),
      ),
    );
  }

  private hintCard(): () => Child {
    return keyed(
      () => JSON.stringify([this.state()?.hint ?? null, this.isExplained()]),
      () => {
        const hint = this.state.peek()?.hint;
        if (hint === undefined || hint.title === "") return null;
        const isExplained = this.isExplained.peek();
        return card(
          capital(hint.title),
          h(
            "p",
            { class: "wide-only" },
            isExplained ? capital(hint.text) : "Do you see it? The cells are marked on the grid.",
          ),
          isExplained ? this.signs() : null,
        );
      },
    );
  }

  private signs(): HTMLElement {
    const row = (kind: string, text: string): Child => [
      h("span", { class: `note ${kind}`, "aria-hidden": "true" }, "7"),
      h("span", {}, text),
    ];
    return h(
      "div",
      { class: "signs quiet" },
      row("pattern", "reason"),
      row("target place", "is written"),
      row("target remove", "is ruled out"),
    );
  }

  private tick(): void {
    const state = this.state.peek();
    if (state?.elapsedMs === undefined) return;
    const since = state.kind === "playing" ? performance.now() - this.arrivedAt : 0;
    this.time.set(Math.floor((state.elapsedMs + since) / 1000) * 1000);
  }

  update(state: GameState, before: GameState | undefined): void {
    if (!isSudoku(state)) return;
    const { side, box } = state.board;
    const isOther = isSudoku(before) && before.board.clues.join() !== state.board.clues.join();
    if (this.picture === undefined || this.board.dataset["side"] !== String(side) || isOther) {
      this.begin(state, side, box);
    }
    const had = isSudoku(before) ? before.hint : undefined;
    if (JSON.stringify(state.hint) !== JSON.stringify(had)) this.isExplained.set(false);
    if (state.hint?.focus !== undefined && had === undefined) this.cell.set(state.hint.focus);
    if (state.moves !== before?.moves) this.isSolveAsked.set(false);
    this.arrivedAt = performance.now();
    this.state.set(state);
    this.tick();
  }

  private begin(state: SudokuGame, side: number, box: number): void {
    if (side === 0) return;
    const picture = new DigitsBoard(side, box, `Sudoku, ${side} by ${side}`);
    picture.onSelect = (cell) => {
      this.cell.set(cell);
    };
    this.picture = picture;
    this.board.dataset["side"] = String(side);
    this.board.replaceChildren(picture.element);
    this.cell.set(Math.max(0, state.board.cells.indexOf(0)));
  }

  private draw(): void {
    const state = this.state();
    const cell = this.cell();
    const isExplained = this.isExplained();
    if (state === undefined || this.picture === undefined) return;
    this.board.classList.toggle("making", state.kind === "making");
    this.board.classList.toggle("pencil", this.isPencil());
    this.picture.update(viewOf(state, isExplained), cell);
    this.picture.select(cell);
  }

  key(key: string): boolean {
    const state = this.state.peek();
    if (state === undefined || state.board.side === 0) return false;
    const { side } = state.board;
    const step = STEPS[key];
    if (step !== undefined) {
      const at = this.cell.peek();
      const row = (Math.floor(at / side) + step[0] + side) % side;
      const column = ((at % side) + step[1] + side) % side;
      this.cell.set(row * side + column);
      return true;
    }
    if (["0", ".", "Backspace", "Delete"].includes(key)) {
      this.empty();
      return true;
    }
    const value = key.length === 1 ? parseInt(key, 17) : NaN;
    if (!(value >= 1 && value <= side)) return false;
    this.write(value);
    return true;
  }

  saying(state: GameState): Saying | undefined {
    if (!isSudoku(state)) return undefined;
    if (this.isSolveAsked()) {
      return {
        text: "Press again for the solution; the game will not be scored.",
        kind: "question",
      };
    }
    if (state.hint !== undefined) {
      const { title, text } = state.hint;
      if (title === "") return { text, kind: "hint" };
      return this.isExplained()
        ? { text: title, kind: "hint", more: text }
        : { text: title, kind: "hint" };
    }
    return undefined;
  }

  happened(): string {
    return "";
  }

  mirror(): Mirror {
    const element = h("div", { class: "board-box digits-box plain" });
    let board: DigitsBoard | undefined;
    return {
      element,
      update: (state) => {
        if (!isSudoku(state)) return;
        const { side, box, clues } = state.board;
        if (board === undefined) {
          board = new DigitsBoard(side, box, "The program’s grid");
          element.replaceChildren(board.element);
        }
        const { versus } = state;
        board.update({
          side,
          box,
          clues,
          cells: versus?.cells ?? state.board.cells.map(() => 0),
          different: differing(state),
        });
      },
    };
  }
}

function viewOf(state: SudokuGame, isExplained: boolean): DigitsView {
  const { board, hint } = state;
  const drawing =
    hint === undefined
      ? undefined
      : isExplained
        ? hint
        : { houses: hint.houses, cells: hint.cells, candidates: [], links: [] };
  return { ...board, wrong: state.mistakes ?? [], different: differing(state), drawing };
}
