/** Misses of a cache by time and address: a mark of its own for each kind, bands by symbol. */

import { h, svg, type Child } from "../../base/dom";
import { bytes, grouped, hex } from "../../base/format";
import type { CacheMissCell, CacheMissMap, CacheMissRow } from "../../model/protocol";
import { toolTable } from "./parts";

const CELL = 10;
const ROW = 11;
/** Room for the names of bands, at the left. */
const NAMES = 96;

type Kind = "compulsory" | "capacity" | "conflict";

const KINDS: readonly (readonly [Kind, string])[] = [
  ["compulsory", "never used before"],
  ["capacity", "cache too small"],
  ["conflict", "conflict in a set"],
];

/** The kind of most misses of a cell; of equally many the one that could be helped best. */
function kindOf(cell: CacheMissCell): Kind {
  const most = Math.max(cell.compulsory, cell.capacity, cell.conflict);
  if (cell.conflict === most) return "conflict";
  return cell.capacity === most ? "capacity" : "compulsory";
}

/** A ring, a plus or a cross: the kinds differ without their colours. */
function mark(kind: Kind, x: number, y: number): SVGElement {
  const [left, right, top, bottom] = [x + 2, x + CELL - 2, y + 2, y + CELL - 2];
  const [midX, midY] = [x + CELL / 2, y + CELL / 2];
  if (kind === "compulsory") return svg("circle", { cx: midX, cy: midY, r: 3, class: kind });
  const path =
    kind === "capacity"
      ? `M${midX} ${top}V${bottom}M${left} ${midY}H${right}`
      : `M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}`;
  return svg("path", { d: path, class: kind });
}

function span(map: CacheMissMap, first: number, last: number): string {
  const from = first * map.columnAccesses + 1;
  return `${grouped(from)} to ${grouped((last + 1) * map.columnAccesses)}`;
}

function drawnRow(map: CacheMissMap, row: CacheMissRow, number: number): Child {
  const y = number * ROW;
  return row.cells.map((cell) => {
    const counts = KINDS.filter(([kind]) => cell[kind] > 0).map(
      ([kind, name]) => `${grouped(cell[kind])} ${name}`,
    );
    const title = `${row.label}, accesses ${span(map, cell.column, cell.column)}: ${counts.join(", ")}`;
    return svg("g", {}, svg("title", {}, title), mark(kindOf(cell), NAMES + cell.column * CELL, y));
  });
}

/** The name of each symbol at its first row, and a line above it. */
function bands(map: CacheMissMap, width: number): Child {
  return map.rows.map((row, number) => {
    if (row.symbol === map.rows[number - 1]?.symbol) return null;
    const y = number * ROW;
    const name = row.symbol.length > 15 ? `${row.symbol.slice(0, 14)}…` : row.symbol;
    return svg(
      "g",
      {},
      svg("line", { x1: 0, x2: width, y1: y, y2: y, class: "band" }),
      svg("title", {}, row.symbol),
      svg("text", { x: 0, y: y + ROW - 2 }, name),
    );
  });
}

function legend(): Child {
  return KINDS.map(([kind, name]) => [
    svg("svg", { class: "miss-map miss-sign", viewBox: `0 0 ${CELL} ${CELL}` }, mark(kind, 0, 0)),
    ` ${name} `,
  ]);
}

function sum(row: CacheMissRow, kind: Kind): number {
  return row.cells.reduce((all, cell) => all + cell[kind], 0);
}

/** The picture, and the same in a table. */
export function missMap(title: string, map: CacheMissMap): Child {
  if (map.rows.length === 0) return null;
  const width = NAMES + map.columns * CELL;
  const height = map.rows.length * ROW;
  const rows = map.rows.map((row) => [
    row.label,
    hex(row.address),
    ...KINDS.map(([kind]) => ({ number: sum(row, kind) })),
    span(map, row.cells[0]?.column ?? 0, row.cells.at(-1)?.column ?? 0),
  ]);
  const label = `Misses of ${title} by time and address`;
  const picture = svg(
    "svg",
    { class: "miss-map", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    bands(map, width),
    map.rows.map((row, number) => drawnRow(map, row, number)),
  );
  picture.style.maxWidth = `${width}px`;
  return [
    h(
      "section",
      { class: "tool-part miss-part" },
      h("h3", {}, label),
      h(
        "p",
        { class: "tool-line" },
        legend(),
        `· time to the right, a column is ${grouped(map.columnAccesses)} accesses; ` +
          `addresses downwards, a row is ${bytes(map.rowBytes)}`,
      ),
      picture,
    ),
    toolTable(
      `Table of the misses of ${title} by address`,
      ["Address", "", "Never used", "Too small", "Conflict", "Accesses"],
      rows,
    ),
  ];
}
