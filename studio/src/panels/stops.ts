/** Breakpoints and watches: what stops the program. */

import { h, type Child } from "../base/dom";
import { counted, hex } from "../base/format";
import { icon } from "../base/icons";
import type { Breakpoint, WatchItem } from "../model/protocol";
import type { Studio } from "../model/studio";
import { empty } from "./fresh";
import { lineLink, type Make, type Navigator } from "./lists";

function describe(item: Breakpoint): Child {
  if (item.label !== undefined) return h("code", {}, item.label);
  if (item.service !== undefined) {
    return item.service === null ? "any service" : `service ${item.service}`;
  }
  if (item.exception === true) return "any exception";
  return item.address === undefined ? "" : hex(item.address);
}

function hits(item: Breakpoint | WatchItem): string {
  if (item.message !== undefined) return item.message;
  return item.hits === undefined || item.hits === 0 ? "" : counted(item.hits, "hit");
}

function button(label: string, name: "edit" | "close", onclick: () => void): HTMLElement {
  return h(
    "button",
    { class: "icon-button", "aria-label": label, title: label, onclick },
    icon(name),
  );
}

function breakpointRow(
  studio: Studio,
  go: Navigator,
  edit: (item: Breakpoint) => void,
  item: Breakpoint,
): HTMLElement {
  const { breakpoints } = studio;
  const { path, line, condition, log } = item;
  const enabled = h("input", {
    type: "checkbox",
    checked: item.enabled !== false,
    "aria-label": "Enabled",
    onchange: (event: Event) => {
      breakpoints.put({ ...item, enabled: (event.target as HTMLInputElement).checked });
    },
  });
  const place =
    path !== undefined && line !== undefined ? lineLink(go, path, line) : describe(item);
  return h(
    "tr",
    {},
    h("td", {}, enabled),
    h("td", {}, place),
    h("td", { class: "mono" }, condition ?? (log === undefined ? "" : `says “${log}”`)),
    h("td", { class: "quiet" }, hits(item)),
    h(
      "td",
      { class: "actions" },
      button("Edit", "edit", () => {
        edit(item);
      }),
      button("Remove", "close", () => {
        breakpoints.remove(item.id);
      }),
    ),
  );
}

function watchRow(studio: Studio, watch: WatchItem): HTMLElement {
  const { breakpoints } = studio;
  const remove = (): void => {
    const rest = breakpoints.watches.peek().filter((other) => other.id !== watch.id);
    void breakpoints.setWatches(rest);
  };
  return h(
    "tr",
    {},
    h("td", {}, icon("clock")),
    h("td", { class: "mono" }, watch.place),
    h("td", {}, `stops on ${watch.on}`),
    h("td", { class: "quiet" }, hits(watch)),
    h("td", { class: "actions" }, button(`Remove the watch of ${watch.place}`, "close", remove)),
  );
}

export function breakpointsPanel(go: Navigator, edit: (item: Breakpoint) => void): Make {
  return (studio) =>
    h("div", { class: "fill scroll" }, () => {
      const items = studio.breakpoints.items();
      const watches = studio.breakpoints.watches();
      if (items.length === 0 && watches.length === 0) {
        return empty(
          "No breakpoints",
          "Click left of a line number, or press `F9` on a line. A right click sets a condition.",
        );
      }
      return h(
        "table",
        { class: "list", "aria-label": "Breakpoints" },
        items.map((item) => breakpointRow(studio, go, edit, item)),
        watches.map((watch) => watchRow(studio, watch)),
      );
    });
}

/** How many there are, for the tab. */
export function stopCount(studio: Studio): string {
  const count = studio.breakpoints.items().length + studio.breakpoints.watches().length;
  return count === 0 ? "" : String(count);
}
