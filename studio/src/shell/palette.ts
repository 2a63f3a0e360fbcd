/** The command palette: everything by its name, and by MARS's name for it; files and labels too. */

import { h } from "../base/dom";
import { icon } from "../base/icons";
import { effect, signal } from "../base/reactive";
import { keyName, score, type Command, type Commands } from "./commands";

export interface Extra {
  title: string;
  detail: string;
  run(): void;
}

const SHOWN_MOST = 60;

export function openPalette(commands: Commands, extras: () => Extra[]): void {
  const query = signal("");
  const chosen = signal(0);
  const others = extras();
  const found = (): Command[] => {
    const text = query();
    const list = commands.find(text);
    const more = others
      .map((extra) => ({ extra, value: score(text, extra.title) }))
      .filter(({ value }) => value > 0 && text.trim() !== "")
      .sort((a, b) => b.value - a.value)
      .map(({ extra }): Command => ({ id: extra.title, group: extra.detail, ...extra }));
    return [...list, ...more].slice(0, SHOWN_MOST);
  };
  const close = (): void => {
    end();
    dialog.close();
    dialog.remove();
  };
  const choose = (command: Command | undefined): void => {
    if (command === undefined || command.reason?.() !== undefined) return;
    close();
    command.run();
  };
  const input = h("input", {
    placeholder: "What do you want to do?",
    "aria-label": "Commands, files and labels",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "palette-list",
    "aria-activedescendant": () => `palette-${chosen()}`,
    autocomplete: "off",
    spellcheck: "false",
    oninput: (event: Event) => {
      query.set((event.target as HTMLInputElement).value);
      chosen.set(0);
    },
    onkeydown: (event: KeyboardEvent) => {
      const list = found();
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (move !== undefined) {
        chosen.update((at) => (at + move + list.length) % Math.max(1, list.length));
      } else if (event.key === "Enter") choose(list[chosen.peek()]);
      else return;
      event.preventDefault();
    },
  });
  const item = (command: Command, index: number): HTMLElement => {
    const reason = command.reason?.();
    const key = command.keys?.[0];
    return h(
      "li",
      {
        role: "option",
        id: `palette-${index}`,
        "aria-selected": () => String(chosen() === index),
        "aria-disabled": reason === undefined ? null : "true",
        onclick: () => {
          choose(command);
        },
      },
      h("span", { class: "mark" }, command.icon && icon(command.icon)),
      h("span", { class: "title" }, command.title),
      h("span", { class: "quiet" }, reason ?? command.group),
      key !== undefined && h("kbd", {}, keyName(key)),
    );
  };
  const list = h("ul", { id: "palette-list", role: "listbox", "aria-label": "Results" });
  const dialog = h(
    "dialog",
    { class: "palette", "aria-label": "Command palette", oncancel: close },
    input,
    list,
  );
  const end = effect(() => {
    const items = found();
    list.replaceChildren(...items.map(item));
    if (items.length === 0) list.append(h("li", { class: "quiet none" }, "Nothing is called so"));
  });
  const endScroll = effect(() => {
    list.children[chosen()]?.scrollIntoView({ block: "nearest" });
  });
  dialog.addEventListener("close", () => {
    endScroll();
  });
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
}
