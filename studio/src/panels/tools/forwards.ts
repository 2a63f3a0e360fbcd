/** Arrows for forwarded values in the diagram of a pipeline: from cell to cell. */

import { svg, type Child } from "../../base/dom";
import type { PipelineRow } from "../../model/protocol";

/** The height of a row in tenths of an em; the style sheet has the same. */
const ROW = 20;
/** The ends of an arrow from the border between the two cells, beside their letters. */
const [START, END] = [-5.5, 6.5];
const HEAD = 4.5;

/** An arrow into this cell, out of the column before it and so many rows above. */
function arrow(rows: number): SVGElement {
  const [width, height] = [END - START, ROW * rows];
  const length = Math.hypot(width, height);
  const [right, down] = [width / length, height / length];
  const [neckX, neckY] = [END - HEAD * right, -HEAD * down];
  const point = (side: number): string =>
    `${(neckX - side * down).toFixed(2)} ${(neckY + side * right).toFixed(2)}`;
  const way = `M${START} ${-height}L${neckX.toFixed(2)} ${neckY.toFixed(2)}`;
  return svg(
    "svg",
    { class: "forward", viewBox: "0 0 10 10", "aria-hidden": "true" },
    svg("path", { class: "forward-halo", d: way }),
    svg("path", { class: "forward-way", d: way }),
    svg("path", { class: "forward-head", d: `M${END} 0L${point(2.2)}L${point(-2.2)}Z` }),
  );
}

/** The arrows that end in a cycle of a row. */
export function arrows(row: PipelineRow, cycle: number): Child {
  const ending = row.forwards.filter((value) => value.toCycle === cycle);
  const above = ending.flatMap(({ producer }) =>
    producer === undefined ? [] : [row.number - producer],
  );
  return [...new Set(above)].map(arrow);
}

/** Forwarded values in words. */
export function forwardNotes(row: PipelineRow): string[] {
  return row.forwards.map(({ register, producer, fromStage, fromCycle, toStage }) => {
    const from = producer === undefined ? fromStage : `${fromStage} of ${producer}`;
    return `${register} from ${from} in cycle ${fromCycle} to ${toStage}`;
  });
}
