/** What is agreed before a game: a form made of the options that the service names. */

import { h } from "../../base/dom";
import type { GameEntry, GameSettings } from "../../model/protocol";

/** Values to begin with: what was agreed last where it is still possible, else the default. */
export function beginning(
  entry: GameEntry,
  last: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  return Object.fromEntries(
    entry.options.map(({ name, values, default: usual }) => {
      const before = last?.[name];
      const isKnown = values.some(({ value }) => value === before);
      return [name, isKnown && before !== undefined ? before : usual];
    }),
  );
}

/** Asks in a dialog; nothing if it was closed. */
export function askSettings(
  entry: GameEntry,
  last: Readonly<Record<string, string>> | undefined,
  action = "Start",
): Promise<GameSettings | undefined> {
  const chosen = beginning(entry, last);
  return new Promise((resolve) => {
    const finish = (settings: GameSettings | undefined) => (event: Event) => {
      event.preventDefault();
      dialog.close();
      dialog.remove();
      resolve(settings);
    };
    const seed = h("input", {
      name: "seed",
      inputmode: "numeric",
      pattern: "[0-9]*",
      placeholder: "by chance",
      autocomplete: "off",
    });
    const rows = entry.options.map((option) => {
      const select = h(
        "select",
        {
          name: option.name,
          onchange: () => {
            chosen[option.name] = select.value;
          },
        },
        option.values.map(({ value, title }) =>
          h("option", { value, selected: value === chosen[option.name] }, title),
        ),
      );
      return h("label", { class: "option" }, h("span", {}, option.title), select);
    });
    const submit = (event: Event): void => {
      const digits = seed.value.trim();
      finish(digits === "" ? { ...chosen } : { ...chosen, seed: digits })(event);
    };
    const dialog = h(
      "dialog",
      { class: "ask", "aria-label": `New game of ${entry.title}`, oncancel: finish(undefined) },
      h(
        "form",
        { onsubmit: submit },
        h("h2", {}, entry.title),
        h("p", { class: "quiet" }, entry.rules),
        rows,
        h("label", { class: "option" }, h("span", {}, "Seed"), seed),
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", onclick: finish(undefined) }, "Cancel"),
          h("button", { type: "submit", class: "primary" }, action),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector<HTMLElement>("select, .primary")?.focus();
  });
}
