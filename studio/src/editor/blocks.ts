/** The service's blocks (title, text, code, table) as elements. */

import { h, prose } from "../base/dom";
import type { HoverPart } from "../model/protocol";

export function blocks(list: readonly HoverPart[]): HTMLElement {
  return h("div", { class: "blocks" }, list.map(block));
}

function block(one: HoverPart): HTMLElement {
  if ("title" in one) return h("h3", {}, prose(one.title));
  if ("code" in one) return h("pre", {}, one.code);
  if ("text" in one) return h("p", {}, prose(one.text));
  return h(
    "table",
    {},
    one.table.map((row) =>
      h(
        "tr",
        {},
        row.map((cell) => h("td", {}, prose(cell))),
      ),
    ),
  );
}
