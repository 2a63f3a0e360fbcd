/** Short messages at the foot of the page, read aloud, gone by themselves. */

import { h, type Child } from "./dom";
import { icon } from "./icons";

const SECONDS = 6;
let shelf: HTMLElement | undefined;

export interface ToastAction {
  title: string;
  run(): void;
}

export function toast(
  text: Child,
  kind: "info" | "error" | "good" = "info",
  actions: ToastAction[] = [],
  /** What asks for something stays until it is answered, unless it can be had elsewhere, too. */
  isPassing = actions.length === 0,
): () => void {
  shelf ??= document.body.appendChild(
    h("div", { class: "toasts", role: "status", "aria-live": "polite" }),
  );
  const close = (): void => {
    item.remove();
  };
  const item = h(
    "div",
    { class: `toast ${kind}` },
    icon(kind === "error" ? "error" : kind === "good" ? "check" : "info"),
    h("span", { class: "text" }, text),
    actions.map((action) =>
      h(
        "button",
        {
          onclick: () => {
            close();
            action.run();
          },
        },
        action.title,
      ),
    ),
    h("button", { class: "icon-button", "aria-label": "Dismiss", onclick: close }, icon("close")),
  );
  shelf.append(item);
  while (shelf.children.length > 4) shelf.firstElementChild?.remove();
  if (isPassing) setTimeout(close, SECONDS * 1000);
  return close;
}

/** The words of an error, for people. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
