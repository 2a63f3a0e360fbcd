/** Mistakes, where they are, with their fixes as buttons. */

import { h, plain, prose } from "../base/dom";
import { icon } from "../base/icons";
import { NOTE_ICONS } from "../editor/marks";
import type { Remark } from "../model/insight";
import type { Diagnostic } from "../model/protocol";
import type { Studio } from "../model/studio";
import { empty } from "./fresh";
import { lineLink, type Make, type Navigator } from "./lists";
import { remarkActions } from "./remarks";

/** The code of a mistake, and the way to its article. */
function codeLink(studio: Studio, code: string): HTMLElement {
  const open = (): void => {
    studio.explain(code);
  };
  return h("button", { class: "code link", title: `What ${code} means`, onclick: open }, code);
}

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
                    { class: "small", onclick: () => void studio.documents.apply(fix.edits) },
                    plain(fix.title),
                  ),
                ),
              ),
        ),
        codeLink(studio, item.code),
        lineLink(go, path, item.span.from[0], item.span.from[1]),
      );
    return h("div", { class: "fill scroll" }, () => {
      const all = [...studio.documents.diagnostics()].flatMap(([path, items]) =>
        items.map((item) => ({ path, item })),
      );
      const remarks = studio.insight.remarks();
      if (all.length === 0 && remarks.length === 0) {
        return empty(
          "No problems",
          "Mistakes appear here while you type, with their fixes; and while a program runs, what is odd about it.",
        );
      }
      all.sort((a, b) => a.item.severity.localeCompare(b.item.severity));
      return h(
        "ul",
        { class: "problems" },
        all.slice(0, 500).map(({ path, item }) => row(path, item)),
        remarks.map((remark) => remarkRow(studio, go, remark)),
      );
    });
  };
}

/** Something that the run has shown. */
function remarkRow(studio: Studio, go: Navigator, remark: Remark): HTMLElement {
  const { kind, place, code, text, details, help } = remark;
  const quiet = (line: string): HTMLElement => h("p", { class: "quiet" }, prose(line));
  const open = (): void => {
    if (place !== undefined) void go.open(place.path, place.line);
  };
  return h(
    "li",
    { class: `problem ${kind}` },
    icon(NOTE_ICONS[kind]),
    h(
      "div",
      { class: "what" },
      h("button", { class: "message link", onclick: open }, prose(text)),
      details.map(quiet),
      help.map(quiet),
      h(
        "div",
        { class: "fixes" },
        remarkActions(studio, go, remark).map(({ title, run }) =>
          h("button", { class: "small", onclick: run }, prose(title)),
        ),
      ),
    ),
    code !== undefined && codeLink(studio, code),
    place !== undefined && lineLink(go, place.path, place.line),
  );
}

/** The number of mistakes, for the tab. */
export function problemCount(studio: Studio): string {
  let count = 0;
  for (const items of studio.documents.diagnostics().values()) count += items.length;
  count += studio.insight.remarks().filter(({ kind }) => kind !== "cause").length;
  return count === 0 ? "" : String(count);
}
