/** The options of a run: a dialog made of a table, as the protocol has them. */

import { h, type Child } from "../base/dom";
import type { RunOptions } from "../model/protocol";
import type { Studio } from "../model/studio";

interface Field {
  key: keyof RunOptions;
  title: string;
  help: string;
  kind: "text" | "lines" | "switch" | "number" | "words" | readonly (readonly [string, string])[];
}

const FIELDS: readonly Field[] = [
  {
    key: "stdin",
    title: "Input",
    help: "typed at the start, as if at the console",
    kind: "lines",
  },
  { key: "arguments", title: "Program arguments", help: "separated by spaces", kind: "words" },
  {
    key: "bitmap",
    title: "Bitmap display",
    help: "such as 512x256/8x8@0x10010000; empty: detected automatically",
    kind: "text",
  },
  {
    key: "pack",
    title: "Course pack",
    help: "services and screens of a course",
    kind: [],
  },
  {
    key: "memory",
    title: "Memory configuration",
    help: "where text and data lie",
    kind: [
      ["", "Default"],
      ["CompactDataAtZero", "Compact, data at 0"],
      ["CompactTextAtZero", "Compact, text at 0"],
    ],
  },
  {
    key: "engine",
    title: "Engine",
    help: "auto translates what is hot",
    kind: [
      ["", "Auto"],
      ["interp", "Interpreter"],
      ["jit", "Translator"],
    ],
  },
  {
    key: "seed",
    title: "Seed",
    help: "for the random services; empty: another each time",
    kind: "number",
  },
  {
    key: "check",
    title: "Sanitizer",
    help: "notices suspicious things while running",
    kind: "switch",
  },
  {
    key: "lab",
    title: "Digital Lab",
    help: "connect the lab's displays and keypad",
    kind: "switch",
  },
  {
    key: "bot",
    title: "Mars Bot",
    help: "connect the robot that draws; it moves by a virtual clock",
    kind: "switch",
  },
  {
    key: "startAtMain",
    title: "Start at main",
    help: "if there is such a label",
    kind: "switch",
  },
  { key: "delayed", title: "Delayed branching", help: "", kind: "switch" },
  { key: "smc", title: "Self-modifying code", help: "", kind: "switch" },
  { key: "strict", title: "Exactly as MARS 4.5", help: "with its surprises", kind: "switch" },
];

/** The table with the packs that this service has. */
function fields(studio: Studio): Field[] {
  const packs = studio.line.hello.peek()?.packs ?? [];
  const choices = packs.map(({ name, title }) => [name, title] as const);
  return FIELDS.map((field) =>
    field.key === "pack" ? { ...field, kind: [["", "None"], ...choices] } : field,
  );
}

function control(field: Field, value: unknown): HTMLElement {
  const { key, kind } = field;
  if (kind === "switch")
    return h("input", { type: "checkbox", name: key, checked: value === true });
  if (kind === "lines") {
    return h("textarea", { name: key, rows: 3, spellcheck: "false" }, String(value ?? ""));
  }
  if (typeof kind === "object") {
    return h(
      "select",
      { name: key },
      kind.map(([name, title]) =>
        h("option", { value: name, selected: name === (value ?? "") }, title),
      ),
    );
  }
  const text = Array.isArray(value) ? value.join(" ") : String(value ?? "");
  const rule = kind === "number" ? { pattern: "-?\\d{1,15}", title: "A whole number" } : {};
  return h("input", { name: key, value: text, spellcheck: "false", autocomplete: "off", ...rule });
}

/** What the form says, without what is left at its default. */
function read(form: HTMLFormElement, all: readonly Field[]): RunOptions {
  const made: Record<string, unknown> = {};
  const data = new FormData(form);
  for (const { key, kind } of all) {
    const text = String(data.get(key) ?? "");
    if (kind === "switch") {
      if (data.has(key)) made[key] = true;
    } else if (text.trim() === "") continue;
    else if (kind === "words") made[key] = text.trim().split(/\s+/);
    else if (kind === "number") made[key] = Number(text);
    else made[key] = text;
  }
  return made as RunOptions;
}

export function openOptions(studio: Studio): void {
  const { documents } = studio;
  const all = fields(studio);
  const path = documents.active.peek()?.path ?? "";
  const isAtMain = documents.mains.peek().includes(path);
  const now = documents.optionsOf([path]);
  const close = (): void => {
    dialog.close();
    dialog.remove();
  };
  const row = (field: Field): Child =>
    h(
      "label",
      { class: field.kind === "switch" ? "option switch-row" : "option" },
      h("span", { class: "option-title" }, field.title),
      control(field, now[field.key]),
      h("span", { class: "quiet" }, field.help),
    );
  const form = h(
    "form",
    {
      onsubmit: (event: Event) => {
        event.preventDefault();
        const { startAtMain, ...rest } = read(form, all);
        // What was remembered for this file stays its own.
        if (isAtMain) documents.startAtMain(path, startAtMain === true);
        const options = isAtMain || startAtMain === undefined ? rest : { ...rest, startAtMain };
        documents.setProject(documents.project.peek(), documents.roots.peek(), options);
        if (studio.run.state.peek().kind !== "idle") studio.run.isStale.set(true);
        close();
      },
    },
    h("h2", {}, "Options of the run"),
    h("div", { class: "options" }, all.map(row)),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "plain", onclick: close }, "Cancel"),
      h("button", { type: "submit", class: "primary" }, "Use from the next start"),
    ),
  );
  const dialog = h(
    "dialog",
    { class: "ask wide", "aria-label": "Options of the run", oncancel: close },
    form,
  );
  document.body.append(dialog);
  dialog.showModal();
  // Not the list of options, which browsers let be scrolled by keys.
  form.querySelector<HTMLElement>("textarea, input, select")?.focus();
}
