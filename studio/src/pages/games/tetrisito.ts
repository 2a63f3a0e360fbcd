/** Tetrisito: pieces are chosen, moved and dropped by keys or dragged, towards a goal beside. */

import { h, listen, type Child } from "../../base/dom";
import { effect, signal } from "../../base/reactive";
import {
  FieldBoard,
  fieldInWords,
  pieceArt,
  type FieldDrop,
  type FieldView,
} from "../../boards/field";
import type { GameState, TetrisitoGame, TetrisitoPiece } from "../../model/protocol";
import {
  asked,
  differing,
  fact,
  keyed,
  type Action,
  type Face,
  type Mirror,
  type Saying,
  type Table,
} from "./parts";

function isTetrisito(state: GameState | undefined): state is TetrisitoGame {
  return state?.game === "tetrisito";
}

/** The offset that is possible and nearest to the wanted one. */
export function nearest(piece: TetrisitoPiece, wanted: number): number {
  const offsets = piece.drops.map(({ offset }) => offset);
  return offsets.reduce(
    (best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best),
    offsets[0] ?? 0,
  );
}

/** The next piece that can be dropped, `step` pieces on; the same one if there is no other. */
export function nextPiece(pieces: readonly TetrisitoPiece[], from: number, step: number): number {
  const at = pieces.findIndex(({ number }) => number === from);
  for (let by = 1; by <= pieces.length; by += 1) {
    const piece = pieces[(at + step * by + pieces.length * by) % pieces.length];
    if (piece !== undefined && piece.refusal === undefined) return piece.number;
  }
  return from;
}

/** Where the blocks of a piece begin in its box: it is held by its left edge. */
function leftOf(piece: TetrisitoPiece): number {
  return Math.min(...piece.cells.map(([, column]) => column));
}

function widthOf(piece: TetrisitoPiece): number {
  return Math.max(...piece.cells.map(([, column]) => column)) - leftOf(piece) + 1;
}

export class TetrisitoFace implements Face {
  readonly board: HTMLElement;
  readonly under: Child;
  readonly cards: Child;
  readonly actions: readonly Action[];
  private readonly field: FieldBoard;
  private readonly goal: FieldBoard;
  private readonly state = signal<TetrisitoGame | undefined>(undefined);
  private readonly chosen = signal(1);
  private readonly offset = signal(0);
  private readonly isDragging = signal(false);
  private readonly isSolveAsked = signal(false);
  private readonly ends: (() => void)[];
  /** While drops are shown, choosing does not draw over them. */
  private isShowing = false;

  constructor(
    private readonly table: Table,
    first: TetrisitoGame,
  ) {
    const { columns, rows, hidden } = first.board;
    this.field = new FieldBoard(columns, rows, hidden);
    this.goal = new FieldBoard(columns, rows, 0);
    const fieldBox = h("figure", { class: "field-box" }, this.field.element);
    const goalBox = h(
      "figure",
      { class: "goal-box" },
      h("figcaption", {}, "Goal"),
      this.goal.element,
    );
    this.board = h("div", { class: "board-box tetrisito-box" }, fieldBox, goalBox);
    this.under = this.tray();
    this.cards = this.facts();
    this.actions = this.makeActions();
    this.ends = [
      effect(() => {
        this.draw();
      }),
      effect(() => {
        this.listenToDrags();
      }),
    ];
  }

  end(): void {
    for (const end of this.ends) end();
  }

  private makeActions(): Action[] {
    const { table } = this;
    const { games } = table;
    return [
      asked(table, "hint", "Hint", "i", "hint"),
      asked(table, "undo", "Take back", "u", "undo"),
      {
        title: "Start again",
        key: "r",
        icon: "reset",
        can: () => games.can("undo"),
        run: () => void games.move("restart"),
      },
      {
        title: () => (this.isSolveAsked() ? "Really show it" : "Show a plan"),
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

  private piece(number = this.chosen.peek()): TetrisitoPiece | undefined {
    return this.state.peek()?.board.pieces.find((one) => one.number === number);
  }

  private choose(number: number): void {
    const piece = this.piece(number);
    if (piece === undefined) return;
    if (piece.refusal !== undefined) {
      this.table.games.refusal.set(piece.refusal);
      return;
    }
    this.chosen.set(number);
    this.offset.set(nearest(piece, this.offset.peek()));
  }

  private shift(by: number): void {
    const piece = this.piece();
    if (piece !== undefined) this.offset.set(nearest(piece, this.offset.peek() + by));
  }

  private drop(): void {
    const drop = this.piece()?.drops.find(({ offset }) => offset === this.offset.peek());
    if (drop !== undefined) void this.table.games.move(drop.move);
  }

  /** A piece is dragged from the tray or along the field, and dropped where it is let go. */
  private listenToDrags(): void {
    listen<PointerEvent>(this.field.element, "pointerdown", (event) => {
      if (event.button !== 0 || this.state.peek()?.kind !== "playing") return;
      this.drag(event);
    });
    listen<PointerEvent>(window, "pointermove", (event) => {
      if (this.isDragging.peek()) this.follow(event);
    });
    listen<PointerEvent>(window, "pointerup", (event) => {
      if (!this.isDragging.peek()) return;
      this.isDragging.set(false);
      if (this.isOver(event)) this.drop();
    });
    listen<PointerEvent>(window, "pointercancel", () => {
      this.isDragging.set(false);
    });
  }

  private drag(event: PointerEvent): void {
    event.preventDefault();
    this.isDragging.set(true);
    if (this.isOver(event)) this.follow(event);
  }

  private isOver(event: PointerEvent): boolean {
    const box = this.field.element.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    return x >= box.left - 20 && x <= box.right + 20 && y >= box.top - 20 && y <= box.bottom + 20;
  }

  private follow(event: PointerEvent): void {
    const piece = this.piece();
    if (piece === undefined || !this.isOver(event)) return;
    const column = this.field.columnAt(event.clientX);
    this.offset.set(nearest(piece, Math.round(column - widthOf(piece) / 2) - leftOf(piece)));
  }

  private tray(): () => Child {
    const button = (piece: TetrisitoPiece): HTMLElement =>
      h(
        "button",
        {
          class: "piece",
          "data-piece": piece.number,
          "aria-pressed": () => String(this.chosen() === piece.number && !piece.isUsed),
          "aria-label": piece.isUsed
            ? `Piece ${piece.number}, dropped`
            : `Piece ${piece.number}, ${piece.cells.length} cells`,
          "aria-disabled": piece.refusal === undefined ? null : "true",
          title: piece.refusal,
          onclick: () => {
            this.choose(piece.number);
          },
          onpointerdown: (event: PointerEvent) => {
            if (event.button !== 0 || piece.refusal !== undefined) return;
            this.choose(piece.number);
            (event.currentTarget as HTMLElement).focus();
            this.drag(event);
          },
        },
        pieceArt(piece.cells, piece.number),
        h("kbd", { "aria-hidden": "true" }, String(piece.number)),
      );
    return keyed(
      () =>
        JSON.stringify(
          this.state()?.board.pieces.map(({ number, isUsed, refusal }) => [
            number,
            isUsed,
            refusal ?? "",
          ]),
        ),
      () =>
        h(
          "div",
          { class: "piece-tray", role: "group", "aria-label": "Pieces" },
          (this.state.peek()?.board.pieces ?? []).map(button),
          h(
            "button",
            {
              class: "primary small drop-button",
              onclick: () => {
                this.drop();
              },
            },
            "Drop",
            h("kbd", { "aria-hidden": "true" }, "↓"),
          ),
        ),
    );
  }

  private facts(): HTMLElement {
    const board = (): TetrisitoGame["board"] | undefined => this.state()?.board;
    return h(
      "section",
      { class: "game-card", "aria-label": "Progress" },
      h(
        "dl",
        { class: "facts" },
        fact("Still to fill", () => String(board()?.toFill ?? 0)),
        fact("Too many", () => String(board()?.tooMany ?? 0)),
        fact("Pieces", () => this.state()?.progress.replace(/ pieces dropped$/, "") ?? ""),
      ),
      h(
        "p",
        { class: "legend quiet" },
        h("span", { class: "key to-fill", "aria-hidden": "true" }),
        " still to fill ",
        h("span", { class: "key too-many", "aria-hidden": "true" }, "×"),
        " not in the goal",
      ),
    );
  }

  update(state: GameState, before: GameState | undefined): void {
    if (!isTetrisito(state)) return;
    const earlier = isTetrisito(before) ? before : undefined;
    this.state.set(state);
    if (state.moves !== earlier?.moves) this.isSolveAsked.set(false);
    const { hint } = state;
    if (hint?.piece !== undefined && earlier?.hint === undefined) {
      this.chosen.set(hint.piece);
      this.offset.set(hint.offset ?? 0);
    } else if (this.piece()?.refusal !== undefined || this.piece() === undefined) {
      this.chosen.set(nextPiece(state.board.pieces, this.chosen.peek(), 1));
      const piece = this.piece();
      if (piece !== undefined) this.offset.set(nearest(piece, this.offset.peek()));
    }
    const goal = { ...state.board, hidden: 0, cells: state.board.goal.map((cell) => -cell) };
    this.goal.update({ ...goal, goal: undefined });
    this.goal.describe(`The goal. ${fieldInWords({ ...goal, goal: undefined })}`);
    this.field.describe(`The field. ${fieldInWords(state.board)}`);
    if (state.motion !== undefined && earlier !== undefined) void this.show(state, earlier);
    else this.isShowing = false;
  }

  private async show(state: TetrisitoGame, before: TetrisitoGame): Promise<void> {
    const drops = (state.motion?.drops ?? []).map((drop): FieldDrop => {
      const piece = state.board.pieces.find((one) => one.number === drop.piece);
      return { ...drop, number: drop.piece, squares: piece?.cells ?? [] };
    });
    this.isShowing = true;
    await this.field.show(before.board.cells, drops, this.view(state));
    if (this.state.peek() === state) this.isShowing = false;
  }

  private view(state: TetrisitoGame): FieldView {
    const board = { ...state.board, different: differing(state) };
    const piece = board.pieces.find((one) => one.number === this.chosen());
    const isHeld = state.kind === "playing" && piece !== undefined && piece.refusal === undefined;
    if (!isHeld) return board;
    const offset = this.offset();
    const rest = piece.drops.find((drop) => drop.offset === offset)?.cells;
    return { ...board, held: { number: piece.number, squares: piece.cells, offset }, rest };
  }

  private draw(): void {
    const state = this.state();
    if (state === undefined) return;
    const view = this.view(state);
    // Whoever moves a piece meanwhile has seen enough.
    if (!this.isShowing) this.field.update(view);
    this.field.element.classList.toggle("dragging", this.isDragging());
  }

  key(key: string): boolean {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => {
        this.shift(-1);
      },
      ArrowRight: () => {
        this.shift(1);
      },
      ArrowDown: () => {
        this.drop();
      },
      ArrowUp: () => {
        this.turn(1);
      },
    };
    const same: Record<string, string> = {
      a: "ArrowLeft",
      h: "ArrowLeft",
      d: "ArrowRight",
      l: "ArrowRight",
      s: "ArrowDown",
      j: "ArrowDown",
      " ": "ArrowDown",
      Enter: "ArrowDown",
      w: "ArrowUp",
      k: "ArrowUp",
      "]": "ArrowUp",
    };
    const run = keys[same[key] ?? key];
    if (run !== undefined) run();
    else if (key === "[") this.turn(-1);
    else if (key === "Backspace") void this.table.games.ask("undo", {});
    else if (/^[1-9]$/.test(key)) this.choose(Number(key));
    else return false;
    return true;
  }

  private turn(step: number): void {
    this.choose(nextPiece(this.state.peek()?.board.pieces ?? [], this.chosen.peek(), step));
  }

  saying(state: GameState): Saying | undefined {
    if (!isTetrisito(state)) return undefined;
    if (this.isSolveAsked()) {
      return {
        text: "Press again for the solution; the game will not be scored.",
        kind: "question",
      };
    }
    if (state.moves > 0 || state.kind !== "playing" || state.message !== undefined) {
      return undefined;
    }
    return {
      text: "Choose a piece, move it and drop it, or drag it into the field.",
      kind: "plain",
    };
  }

  happened(state: GameState): string {
    if (!isTetrisito(state)) return "";
    return (state.motion?.drops ?? [])
      .map(({ piece, offset, cleared }) => {
        const rows = cleared.length === 0 ? "" : `, ${cleared.length} rows vanish`;
        return `Piece ${piece} at offset ${offset}${rows}`;
      })
      .join(". ");
  }

  mirror(): Mirror {
    const board = new FieldBoard(
      this.state.peek()?.board.columns ?? 6,
      this.state.peek()?.board.rows ?? 6,
      0,
    );
    return {
      element: h("div", { class: "board-box tetrisito-box plain" }, board.element),
      update: (state) => {
        if (!isTetrisito(state)) return;
        const { versus } = state;
        const view = {
          ...state.board,
          hidden: 0,
          goal: undefined,
          cells: versus?.cells ?? state.board.cells.map(() => 0),
          different: differing(state),
        };
        board.update(view);
        board.describe(`The program’s field. ${fieldInWords(view)}`);
      },
    };
  }
}
