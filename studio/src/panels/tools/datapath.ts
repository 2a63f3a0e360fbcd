/** The single-cycle datapath of the instruction before which the run stands. */

import { h, type Child } from "../../base/dom";
import { hex } from "../../base/format";
import type { DatapathAnswer } from "../../model/protocol";
import { askTool, shownAnswer, siteCell, siteText, toolTable } from "./parts";
import type { ToolView } from "./parts";

/** The picture of the service as an element; its colours are those of the page. */
function picture(text: string): Child {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.tagName !== "svg") return null;
  return h("div", { class: "datapath" }, document.importNode(parsed, true));
}

export const datapathView: ToolView = (place) => {
  const asked = askTool(place, "datapath", () => ({}));
  const show = (found: DatapathAnswer): Child => [
    h(
      "p",
      { class: "tool-line" },
      found.isLast ? "The last instruction: " : "The next instruction: ",
      siteCell(place.go, found.site),
      " ",
      siteText(found.site),
      " ",
      h("span", { class: "mono quiet" }, found.basic),
    ),
    h(
      "div",
      { class: "tool-columns" },
      picture(found.svg),
      toolTable(
        "Wires",
        ["Wire", "Value"],
        found.wires.map((wire) => [wire.name, { number: hex(wire.value) }]),
      ),
      toolTable(
        "Control",
        ["Line", ""],
        found.controls.map((line) => [line.name, { number: line.isOn ? "1" : "0" }]),
      ),
    ),
  ];
  return h(
    "div",
    { class: "fill column" },
    shownAnswer(place, asked, "The wires of the datapath with their values appear here.", show),
  );
};
