/** Mistakes, where they are, with their fixes as buttons. */

import { h, plain, prose } from "../base/dom";
import { icon } from "../base/icons";
import type { Diagnostic } from "../model/protocol";
import type { Studio } from "../model/studio";
import { empty } from "./fresh";
import { lineLink, type Make, type Navigator } from "./lists";

export function problemsPanel(go: Navigator): Make {
  return (studio) => {
    const row = (path: string, item: Diagnostic): HTMLElement =>
      h(
        "li",
        { class: `problem ${item.severity}` },
        icon(item.severity === "error" ? "error" : "warning"),
        h(
          "div",
          { class: "what" },
          h(
            "button",
            {
              class: "message link",
              onclick: () => void go.open(path, item.span.from[0], item.span.from[1]),
            },
            prose(item.message),
          ),
          item.help.map((text) => h("p", { class: "quiet" }, prose(text))),
          item.fixes.length === 0
            ? null
            : h(
                "div",
                { class: "fixes" },
                item.fixes.map((fix) =>
                  h(
                    "button",
                    { class: "small", onclick: () => void studio.documents.apply(fix.edits, path) },
                    plain(fix.title),
                  ),
                ),
              ),
        ),
        h(
          "button",
          {
            class: "code link",
            title: `What ${item.code} means`,
            onclick: () => {
              studio.explain(item.code);
            },
          },
          item.code,
        ),
        lineLink(go, path, item.span.from[0], item.span.from[1]),
      );
    return h("div", { class: "fill scroll" }, () => {
      const all = [...studio.documents.diagnostics()].flatMap(([path, items]) =>
        items.map((item) => ({ path, item })),
      );
      if (all.length === 0) {
        return empty("No problems", "Mistakes appear here while you type, with their fixes.");
      }
      all.sort((a, b) => a.item.severity.localeCompare(b.item.severity));
      return h(
        "ul",
        { class: "problems" },
        all.slice(0, 500).map(({ path, item }) => row(path, item)),
      );
    });
  };
}

/** The number of mistakes, for the tab. */
export function problemCount(studio: Studio): string {
  let count = 0;
  for (const items of studio.documents.diagnostics().values()) count += items.length;
  return count === 0 ? "" : String(count);
}
