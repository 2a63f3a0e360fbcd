/** The answer to "why?": a chain of sentences, each with its line and its moment. */

import { h, listen, prose } from "../base/dom";
import { grouped } from "../base/format";
import { icon } from "../base/icons";
import type { WhyLink } from "../model/protocol";
import type { Studio } from "../model/studio";
import { lineLink, type Navigator } from "./lists";

function link(studio: Studio, go: Navigator, one: WhyLink): HTMLElement {
  const item = h(
    "li",
    { class: one.depth === 0 ? "cause first" : "cause" },
    h("p", { class: "sentence" }, prose(one.text)),
    one.source !== undefined && h("pre", {}, one.source),
    h(
      "p",
      { class: "where" },
      one.path !== undefined && one.line !== undefined && lineLink(go, one.path, one.line),
      one.count !== undefined &&
        h(
          "button",
          {
            class: "link",
            title: "Travel to this moment",
            onclick: () => void studio.run.travel(one.count ?? 0),
          },
          icon("clock"),
          `moment ${grouped(one.count)}`,
        ),
    ),
  );
  item.style.setProperty("--depth", String(Math.min(one.depth, 6)));
  return item;
}

export function whyCard(studio: Studio, go: Navigator): () => HTMLElement | null {
  // Wherever the question was asked, the focus may have stayed.
  listen<KeyboardEvent>(document, "keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) studio.reason.set(undefined);
  });
  return () => {
    const reason = studio.reason();
    if (reason === undefined) return null;
    const close = (): void => {
      studio.reason.set(undefined);
    };
    return h(
      "aside",
      {
        class: "why-card",
        role: "dialog",
        "aria-label": `Why ${reason.title}`,
        tabindex: "-1",
      },
      h(
        "header",
        {},
        h("h2", {}, "Why ", h("code", {}, reason.title), "?"),
        h("button", { class: "icon-button", "aria-label": "Close", onclick: close }, icon("close")),
      ),
      reason.error !== undefined && h("p", { class: "error" }, prose(reason.error)),
      h(
        "ol",
        {},
        reason.links.map((one) => link(studio, go, one)),
      ),
      reason.isCut && h("p", { class: "quiet" }, "… and so on: ask again at one of these moments."),
    );
  };
}
