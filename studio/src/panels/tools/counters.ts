/** Executed instructions by class and format, and cycles by a table of costs. */

import { h, type Child } from "../../base/dom";
import { grouped } from "../../base/format";
import { remembered } from "../../base/store";
import type { MixAnswer } from "../../model/protocol";
import { askTool, percentBar, settingField, shownAnswer, toolTable } from "./parts";
import type { ToolView } from "./parts";

const PRESETS: readonly (readonly [string, string])[] = [
  ["", "one cycle each, or what the pack says"],
  ["load=5,store=4,branch=3", "load=5,store=4,branch=3: several cycles each"],
  ["muldiv=12,float=4", "muldiv=12,float=4: slow arithmetic"],
];

export const countersView: ToolView = (place) => {
  const costs = remembered("costs", "");
  const asked = askTool(place, "mix", () => {
    const from = place.since();
    return from === undefined ? { costs: costs() } : { costs: costs(), from };
  });
  const show = (found: MixAnswer): Child => {
    const classes = found.classes.map((one) => [
      one.class,
      { number: one.instructions },
      percentBar(one.percent),
      { number: one.cost },
    ]);
    const formats: [string, number][] = [
      ["R: registers only", found.r],
      ["I: a constant of 16 bits", found.i],
      ["J: a target of 26 bits", found.j],
      ["in the exception handler", found.kernel],
    ];
    return [
      h(
        "p",
        { class: "tool-line" },
        `${grouped(found.total)} instructions, ${grouped(found.cycles)} cycles, ` +
          `CPI ${found.cpi.toFixed(4)}`,
      ),
      h(
        "div",
        { class: "tool-columns" },
        toolTable("Classes", ["Class", "Instructions", "Share", "Cycles each"], classes),
        toolTable(
          "Formats",
          ["Format", "Instructions"],
          formats.map(([name, count]) => [name, { number: count }]),
        ),
      ),
    ];
  };
  return h(
    "div",
    { class: "fill column" },
    h(
      "div",
      { class: "bar tool-bar" },
      settingField("Costs", costs, PRESETS, "costs, load=5,branch=3"),
    ),
    shownAnswer(place, asked, "Instructions are counted here by class and format.", show),
  );
};
