/** What is agreed before a game: a form made of the options that the service names. */

import { h, type Child } from "../../base/dom";
import { capital } from "../../base/format";
import { recall, remember } from "../../base/store";
import type { Agreed } from "../../model/games";
import type { GameEntry } from "../../model/protocol";

type Chosen = Readonly<Record<string, string>>;

/** Whoever comes to play for the first time wants somebody to play against. */
const FIRST_OPPONENT = "medium";

const NOTATIONS: Record<GameEntry["game"], string> = {
  "connect-four": "Columns in order, 1 to 7: 4453",
  "four-in-a-row": "Columns in order, 1 to 7: 4453",
  sudoku: "Rows of digits, 0 for an empty cell",
  "2048": "Sixteen numbers, 0 for an empty cell",
  tetrisito: "Start, goal, number of pieces, pieces, as the course writes them",
};

const isChosen = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((one) => typeof one === "string");

/** Values to begin with: what was agreed last where it is still possible, else the default. */
export function beginning(entry: GameEntry, last: Chosen | undefined): Record<string, string> {
  return Object.fromEntries(
    entry.options.map(({ name, values, default: usual }) => {
      const wanted = last === undefined && name === "opponent" ? FIRST_OPPONENT : last?.[name];
      const isKnown = values.some(({ value }) => value === wanted);
      return [name, isKnown && wanted !== undefined ? wanted : usual];
    }),
  );
}

/** What this browser agreed on last. */
export function usualSettings(entry: GameEntry): Record<string, string> {
  return beginning(entry, recall<Chosen | undefined>(`game:${entry.game}`, undefined, isChosen));
}

function optionRow(option: GameEntry["options"][number], chosen: Record<string, string>): Child {
  const select = h(
    "select",
    {
      name: option.name,
      onchange: () => {
        chosen[option.name] = select.value;
      },
    },
    option.values.map(({ value, title }) =>
      h("option", { value, selected: value === chosen[option.name] }, capital(title)),
    ),
  );
  return h("label", { class: "option" }, h("span", {}, capital(option.title)), select);
}

/** Asks in a dialog; nothing if it was closed. */
export function askSettings(
  entry: GameEntry,
  last: Chosen | undefined,
  action = "Start",
  hasPosition = true,
): Promise<Agreed | undefined> {
  const chosen = last === undefined ? usualSettings(entry) : beginning(entry, last);
  return new Promise((resolve) => {
    const finish = (agreed: Agreed | undefined) => (event: Event) => {
      event.preventDefault();
      dialog.close();
      dialog.remove();
      resolve(agreed);
    };
    const seed = h("input", {
      name: "seed",
      inputmode: "numeric",
      pattern: "[0-9]*",
      placeholder: "random",
      autocomplete: "off",
    });
    const position = h("textarea", {
      name: "position",
      rows: "3",
      spellcheck: "false",
      class: "mono",
      "aria-label": "Position",
      placeholder: NOTATIONS[entry.game],
    });
    const submit = (event: Event): void => {
      const digits = seed.value.trim();
      const text = position.value.trim();
      remember(`game:${entry.game}`, chosen);
      finish({
        settings: digits === "" ? { ...chosen } : { ...chosen, seed: digits },
        ...(text === "" ? {} : { position: position.value }),
      })(event);
    };
    const own = h("details", {}, h("summary", {}, "From a position of your own"), position);
    const dialog = h(
      "dialog",
      { class: "ask", "aria-label": `New game of ${entry.title}`, oncancel: finish(undefined) },
      h(
        "form",
        { onsubmit: submit },
        h("h2", {}, entry.title),
        h("p", { class: "quiet" }, entry.rules),
        entry.options.map((option) => optionRow(option, chosen)),
        h("label", { class: "option" }, h("span", {}, "Seed"), seed),
        hasPosition ? own : null,
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
