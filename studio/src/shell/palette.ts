/** The command palette: everything by its name, and by MARS's name for it; files and labels too. */

import { stepOf } from "../base/arrows";
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

class Palette {
  private readonly query = signal("");
  private readonly chosen = signal(0);
  private readonly list = h("ul", {
    id: "palette-list",
    role: "listbox",
    "aria-label": "Results",
  });
  private readonly dialog: HTMLDialogElement;
  private readonly ends: (() => void)[];

  constructor(
    private readonly commands: Commands,
    private readonly extras: readonly Extra[],
  ) {
    const close = (): void => {
      this.close();
    };
    this.dialog = h(
      "dialog",
      { class: "palette", "aria-label": "Command palette", oncancel: close },
      this.input(),
      this.list,
    );
    this.dialog.addEventListener("pointerdown", (event) => {
      if (event.target === this.dialog) this.close();
    });
    this.ends = [
      effect(() => {
        this.show(this.found());
      }),
      effect(() => {
        this.list.children[this.chosen()]?.scrollIntoView({ block: "nearest" });
      }),
    ];
  }

  open(): void {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.dialog.querySelector("input")?.focus();
  }

  private close(): void {
    for (const end of this.ends) end();
    this.dialog.close();
    this.dialog.remove();
  }

  private found(): Command[] {
    const text = this.query();
    const more = this.extras
      .map((extra) => ({ extra, value: text.trim() === "" ? 0 : score(text, extra.title) }))
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value)
      .map(({ extra }): Command => ({ id: extra.title, group: extra.detail, ...extra }));
    return [...this.commands.find(text), ...more].slice(0, SHOWN_MOST);
  }

  private show(items: readonly Command[]): void {
    this.list.replaceChildren(...items.map((item, index) => this.item(item, index)));
    if (items.length === 0) {
      this.list.append(h("li", { class: "quiet none" }, "No matches"));
    }
  }

  private choose(command: Command | undefined): void {
    if (command === undefined || command.reason?.() !== undefined) return;
    this.close();
    command.run();
  }

  private input(): HTMLInputElement {
    return h("input", {
      placeholder: "What do you want to do?",
      "aria-label": "Commands, files and labels",
      role: "combobox",
      "aria-expanded": "true",
      "aria-controls": "palette-list",
      "aria-activedescendant": () => `palette-${this.chosen()}`,
      autocomplete: "off",
      spellcheck: "false",
      oninput: (event: Event) => {
        this.query.set((event.target as HTMLInputElement).value);
        this.chosen.set(0);
      },
      onkeydown: (event: KeyboardEvent) => {
        const list = this.found();
        const move = stepOf(event, "y");
        if (move !== undefined) {
          this.chosen.update((at) => (at + move + list.length) % Math.max(1, list.length));
        } else if (event.key === "Enter") this.choose(list[this.chosen.peek()]);
        else return;
        event.preventDefault();
      },
    });
  }

  private item(command: Command, index: number): HTMLElement {
    const reason = command.reason?.();
    const key = command.keys?.[0];
    return h(
      "li",
      {
        role: "option",
        id: `palette-${index}`,
        "aria-selected": () => String(this.chosen() === index),
        "aria-disabled": reason === undefined ? null : "true",
        onclick: () => {
          this.choose(command);
        },
      },
      h("span", { class: "mark" }, command.icon && icon(command.icon)),
      h("span", { class: "title" }, command.title),
      h("span", { class: "quiet" }, reason ?? command.group),
      key !== undefined && h("kbd", {}, keyName(key)),
    );
  }
}

export function openPalette(commands: Commands, extras: readonly Extra[]): void {
  new Palette(commands, extras).open();
}
