/** Menus, cards and dialogs that lie over the page: opened at a point, closed by Escape. */

import { nextOf } from "./arrows";
import { h, listen, type Child } from "./dom";
import { effect } from "./reactive";
import { icon, type IconName } from "./icons";

export interface Entry {
  title: string;
  icon?: IconName;
  key?: string;
  isChecked?: boolean;
  /** Why it cannot be chosen now. */
  reason?: string | undefined;
  run(): void;
}

export interface Spot {
  x: number;
  y: number;
}

/** Below the element of an event, or where the pointer was. */
export function spotOf(event: Event): Spot {
  if (event instanceof MouseEvent && event.type === "contextmenu" && event.clientX > 0) {
    return { x: event.clientX, y: event.clientY };
  }
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return { x: box.left, y: box.bottom + 4 };
}

let closeOpen: (() => void) | undefined;

export function closePopover(): void {
  closeOpen?.();
}

/** Shows `content` at `spot`; the focus returns to where it was. */
export function popover(spot: Spot, content: HTMLElement, label: string, role = "dialog"): void {
  closePopover();
  const before = document.activeElement;
  // The browser's own popover lies over everything, dialogs and messages too.
  const box = h("div", { class: "popover", role, "aria-label": label, popover: "manual" }, content);
  document.body.append(box);
  box.showPopover();
  const width = box.offsetWidth;
  const height = box.offsetHeight;
  box.style.left = `${Math.max(8, Math.min(spot.x, innerWidth - width - 8))}px`;
  box.style.top = `${Math.max(8, Math.min(spot.y, innerHeight - height - 8))}px`;
  const end = effect(() => {
    listen<KeyboardEvent>(
      document,
      "keydown",
      (event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          closePopover();
        }
      },
      { capture: true },
    );
    listen<PointerEvent>(
      document,
      "pointerdown",
      (event) => {
        if (!box.contains(event.target as Node)) closePopover();
      },
      { capture: true },
    );
    listen(window, "blur", () => {
      closePopover();
    });
  });
  closeOpen = () => {
    closeOpen = undefined;
    end();
    const hadFocus = box.contains(document.activeElement);
    box.remove();
    if (hadFocus && before instanceof HTMLElement) before.focus();
  };
  box.querySelector<HTMLElement>("[autofocus], input, button, [tabindex='0']")?.focus();
}

/** A menu with arrow keys; a `null` entry is a line. */
export function menu(spot: Spot, entries: (Entry | null)[], label: string): void {
  const items = entries.map((entry) =>
    entry === null ? h("hr", { role: "separator" }) : menuItem(entry),
  );
  const list = h("div", { class: "menu" }, items);
  list.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll<HTMLElement>("button")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const next = nextOf(event, buttons, at, "y");
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  popover(spot, list, label, "menu");
}

function menuItem(entry: Entry): HTMLElement {
  const mark = entry.isChecked === true ? icon("check") : entry.icon && icon(entry.icon);
  return h(
    "button",
    {
      role: entry.isChecked === undefined ? "menuitem" : "menuitemcheckbox",
      "aria-checked": entry.isChecked === undefined ? null : String(entry.isChecked),
      "aria-disabled": entry.reason === undefined ? null : "true",
      title: entry.reason,
      onclick: () => {
        if (entry.reason !== undefined) return;
        closePopover();
        entry.run();
      },
    },
    h("span", { class: "mark" }, mark),
    h("span", { class: "title" }, entry.title),
    entry.key !== undefined && h("kbd", {}, entry.key),
  );
}

interface Question {
  title: string;
  text?: Child;
  value?: string;
  placeholder?: string;
  action: string;
  /** Whether to ask for a text at all. */
  hasInput?: boolean;
  others?: { title: string; value: string }[];
}

/** A dialog in the middle; the text that was typed or the button's value, or nothing on Escape. */
export function ask(question: Question): Promise<string | undefined> {
  return new Promise((resolve) => {
    const input = h("input", {
      value: question.value ?? "",
      placeholder: question.placeholder,
      "aria-label": question.title,
      spellcheck: "false",
      autocomplete: "off",
    });
    const finish = (value: string | undefined) => (event?: Event) => {
      event?.preventDefault();
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    const dialog = h(
      "dialog",
      { class: "ask", "aria-label": question.title, oncancel: finish(undefined) },
      h(
        "form",
        {
          onsubmit: (event: Event) => {
            finish(question.hasInput === false ? "" : input.value)(event);
          },
        },
        h("h2", {}, question.title),
        question.text !== undefined && h("div", { class: "text" }, question.text),
        question.hasInput === false ? null : input,
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "plain", onclick: finish(undefined) }, "Cancel"),
          (question.others ?? []).map((other) =>
            h("button", { type: "button", onclick: finish(other.value) }, other.title),
          ),
          h("button", { type: "submit", class: "primary" }, question.action),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
    if (question.hasInput !== false) input.select();
  });
}
