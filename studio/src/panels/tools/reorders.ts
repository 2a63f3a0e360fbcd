/** Orders of blocks in which a pipeline waits less. */

import { h, type Child } from "../../base/dom";
import { grouped } from "../../base/format";
import type { BlockReorderState, PipelineState } from "../../model/protocol";
import { siteCell, siteText, toolTable, type ToolPlace } from "./parts";

function stalls(one: PipelineState): number {
  return one.loadUse + one.branchOperand + one.multiplyDivide + one.otherData;
}

function rows(place: ToolPlace, block: BlockReorderState): Parameters<typeof toolTable>[2] {
  const each = block.savedEach === undefined ? "" : ` (${grouped(block.savedEach)} each time)`;
  return block.moves.map(({ statement, after }, at) => [
    { number: at === 0 ? `${grouped(block.saved)}${each}` : "" },
    { number: at === 0 ? block.executions : "" },
    [siteCell(place.go, statement), " ", siteText(statement)],
    after === undefined
      ? "to the top of the block, under its label"
      : ["after ", siteCell(place.go, after), " ", siteText(after)],
  ]);
}

/** What another order would save; a button that asks for it, if nobody has. */
export function reorders(place: ToolPlace, one: PipelineState, want: () => void): Child {
  const waited = stalls(one);
  if (waited === 0) return null;
  const line = (...words: Child[]): HTMLElement => h("p", { class: "tool-line quiet" }, words);
  if (one.reorders === undefined) {
    return h(
      "p",
      { class: "tool-line" },
      `${one.settings}: ${grouped(waited)} cycles are waited for values. `,
      h("button", { class: "link", onclick: want }, "Look for a better order"),
    );
  }
  const more = one.reordersAreCut ? line("There was more than could be tried.") : null;
  if (one.reorders.length === 0) {
    return [line(`${one.settings}: no order of a block was found that waits less.`), more];
  }
  const heads = ["Cycles saved, at least", "Times", "Move", "To"];
  const all = one.reorders.flatMap((block) => rows(place, block));
  const areAllTried = one.reorders.every((block) => block.isExhaustive);
  return [
    toolTable(`Better orders: ${one.settings}`, heads, all),
    areAllTried ? line("Every legal order was tried.") : null,
    more,
  ];
}
