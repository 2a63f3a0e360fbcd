/** Seven columns of stones behind a plate with holes: Connect Four and Four in a Row. */

import { h, svg } from "../base/dom";
import { Motions } from "../base/motion";

/** What a column is worth to whoever is to move. */
export interface ColumnScore {
  text: string;
  kind: "good" | "even" | "bad" | "open";
  /** The same for ears. */
  words: string;
}

export interface StonesView {
  columns: number;
  rows: number;
  /** Row by row from the top: 0 for nobody. */
  cells: readonly number[];
  /** Discs in round holes, or each player's letter in square ones. */
  letters?: readonly [string, string] | undefined;
  /** The stone that came last. */
  newest?: number | undefined;
  /** The winning cells. */
  line?: readonly number[] | undefined;
  /** Moves to come, in order, drawn faintly. */
  ghosts?: readonly { cell: number; player: number }[] | undefined;
  /** Cells that are not as they should be. */
  different?: readonly number[] | undefined;
}

const UNIT = 100;
const RADIUS = 40;

function crossPath(x: number, y: number, size: number): string {
  return (
    `M${x - size} ${y - size}L${x + size} ${y + size}` +
    `M${x + size} ${y - size}L${x - size} ${y + size}`
  );
}

/** A stone around the origin: the players differ by what is carved in, not by colour alone. */
function stone(player: number, letter: string | undefined): SVGElement {
  const kind = `stone p${player}`;
  // What a program has there may be no stone of anybody.
  if (player > 2) return svg("g", { class: "stone odd" }, svg("text", { y: 16 }, "?"));
  if (letter !== undefined) {
    const shape =
      letter === "X"
        ? svg("path", { d: crossPath(0, 0, 25) })
        : svg("circle", { r: 28, cx: 0, cy: 0 });
    return svg("g", { class: `${kind} letter` }, shape);
  }
  const carved =
    player === 1
      ? svg("circle", { r: 24, class: "carved" })
      : svg("path", { d: "M0 -27L27 0L0 27L-27 0Z", class: "carved" });
  return svg("g", { class: `${kind} disc` }, svg("circle", { r: RADIUS + 3 }), carved);
}

function squareHole(x: number, y: number): string {
  const corner = (dx: number, dy: number): string => `a6 6 0 0 1 ${dx} ${dy}`;
  return (
    `M${x - 36} ${y - 42}h72${corner(6, 6)}v72${corner(-6, 6)}` +
    `h-72${corner(-6, -6)}v-72${corner(6, -6)}Z`
  );
}

function roundHole(x: number, y: number): string {
  const half = `a${RADIUS} ${RADIUS} 0 1 0`;
  return `M${x - RADIUS} ${y}${half} ${2 * RADIUS} 0${half} ${-2 * RADIUS} 0Z`;
}

/** The plate: a frame with holes, as one shape. */
function plate(columns: number, rows: number, isSquare: boolean): SVGElement {
  const width = columns * UNIT;
  const height = rows * UNIT;
  const parts = [`M-14 8a22 22 0 0 1 22 -22H${width - 8}a22 22 0 0 1 22 22V${height + 14}H-14Z`];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const x = (column + 0.5) * UNIT;
      const y = (row + 0.5) * UNIT;
      parts.push(isSquare ? squareHole(x, y) : roundHole(x, y));
    }
  }
  return svg("path", { d: parts.join(""), class: "plate", "fill-rule": "evenodd" });
}

interface Standing {
  look: string;
  node: SVGElement;
}

export class StonesBoard {
  readonly element: HTMLElement;
  /** Where columns' buttons and what hovers over them belong. */
  readonly over = h("div", { class: "stones-over" });
  private readonly behind = svg("g", { class: "behind" });
  private readonly marks = svg("g", { class: "marks" });
  private readonly motions = new Motions();
  private readonly standing = new Map<number, Standing>();
  private readonly picture: SVGElement;

  constructor(
    private readonly columns: number,
    rows: number,
    isSquare: boolean,
  ) {
    const box = `-16 -16 ${columns * UNIT + 32} ${rows * UNIT + 32}`;
    this.picture = svg(
      "svg",
      { viewBox: box, class: `stones ${isSquare ? "square" : "round"}`, role: "img" },
      svg("rect", {
        x: 0,
        y: 0,
        width: columns * UNIT,
        height: rows * UNIT,
        class: "depth",
      }),
      this.behind,
      plate(columns, rows, isSquare),
      this.marks,
    );
    this.element = h("div", { class: "stones-board" }, this.picture, this.over);
    this.element.style.setProperty("--columns", String(columns));
    this.element.style.setProperty("--rows", String(rows));
  }

  private at(cell: number): { x: number; y: number } {
    return {
      x: ((cell % this.columns) + 0.5) * UNIT,
      y: (Math.floor(cell / this.columns) + 0.5) * UNIT,
    };
  }

  /** Shows a position; the cells of `fallen` fall one after the other, others are just there. */
  update(view: StonesView, fallen: readonly number[] = [], taken: readonly number[] = []): void {
    this.motions.settle();
    view.cells.forEach((player, cell) => {
      const letter = player === 0 ? undefined : view.letters?.[player - 1];
      const look = `${player}${letter ?? ""}`;
      const before = this.standing.get(cell);
      if (before?.look === look) return;
      if (before !== undefined) this.take(cell, before, taken.includes(cell));
      if (player !== 0) this.put(cell, stone(player, letter), look, fallen.indexOf(cell));
    });
    this.mark(view);
  }

  /** Puts a stone into a cell; the `turn`-th of those that fall, -1 for none. */
  private put(cell: number, node: SVGElement, look: string, turn: number): void {
    const { x, y } = this.at(cell);
    node.setAttribute("transform", `translate(${x} ${y})`);
    const moving = svg("g", {}, node);
    this.behind.append(moving);
    this.standing.set(cell, { look, node: moving });
    if (turn >= 0) void this.fall(moving, Math.floor(cell / this.columns) + 1.2, turn * 320);
  }

  private fall(node: SVGElement, height: number, delay: number): Promise<void> {
    const from = -height * UNIT;
    const duration = 150 + 90 * Math.sqrt(height);
    return this.motions.play(
      node,
      [
        { transform: `translateY(${from}px)`, easing: "cubic-bezier(0.4, 0, 0.9, 0.7)" },
        { transform: "translateY(0)", offset: 0.78, easing: "cubic-bezier(0, 0.4, 0.4, 1)" },
        {
          transform: `translateY(${-height * 1.8}px)`,
          offset: 0.89,
          easing: "cubic-bezier(0.6, 0, 1, 0.6)",
        },
        { transform: "translateY(0)" },
      ],
      { duration, delay },
    );
  }

  private take(cell: number, { node }: Standing, isMoving: boolean): void {
    this.standing.delete(cell);
    if (!isMoving) {
      node.remove();
      return;
    }
    const height = -(Math.floor(cell / this.columns) + 1.2) * UNIT;
    const frames = [
      { transform: "translateY(0)", opacity: 1 },
      { transform: `translateY(${height}px)`, opacity: 0.4 },
    ];
    void this.motions
      .play(node, frames, { duration: 220, easing: "cubic-bezier(0.4, 0, 1, 1)" })
      .then(() => {
        node.remove();
      });
  }

  private mark(view: StonesView): void {
    const made: SVGElement[] = [];
    (view.ghosts ?? []).forEach(({ cell, player }, index) => {
      const { x, y } = this.at(cell);
      made.push(
        svg(
          "g",
          { class: `ghost p${player}`, transform: `translate(${x} ${y})` },
          svg("circle", { r: view.letters === undefined ? 30 : 28 }),
          svg("text", { y: 10 }, String(index + 1)),
        ),
      );
    });
    if (view.newest !== undefined && view.line === undefined) {
      const { x, y } = this.at(view.newest);
      made.push(svg("circle", { cx: x, cy: y, r: 9, class: "newest" }));
    }
    const line = view.line ?? [];
    for (const cell of line) {
      const { x, y } = this.at(cell);
      made.push(svg("circle", { cx: x, cy: y, r: RADIUS + 2, class: "won" }));
    }
    const first = line[0];
    const last = line.at(-1);
    if (first !== undefined && last !== undefined) {
      const [from, to] = [this.at(first), this.at(last)];
      made.push(svg("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: "won-line" }));
    }
    for (const cell of view.different ?? []) {
      const { x, y } = this.at(cell);
      made.push(
        svg("rect", { x: x - 46, y: y - 46, width: 92, height: 92, rx: 10, class: "different" }),
      );
      made.push(svg("path", { d: crossPath(x + 36, y - 36, 9), class: "different-sign" }));
    }
    this.marks.replaceChildren(...made);
  }

  /** What the picture shows, in words. */
  describe(text: string): void {
    this.picture.setAttribute("aria-label", text);
  }
}

/** The rows that have stones, from the top, for those who cannot see them. */
export function stonesInWords(view: StonesView, names: readonly [string, string]): string {
  const rows: string[] = [];
  for (let row = 0; row < view.rows; row += 1) {
    const cells = view.cells.slice(row * view.columns, (row + 1) * view.columns);
    if (cells.every((cell) => cell === 0)) continue;
    const words = cells.map((cell) => (cell === 0 ? "empty" : names[cell - 1]));
    rows.push(`Row ${row + 1}: ${words.join(", ")}.`);
  }
  return rows.length === 0 ? "The board is empty." : rows.join(" ");
}
