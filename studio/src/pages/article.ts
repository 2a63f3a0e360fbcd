/** Articles of the manual as elements: names are links, programs can be opened. */

import { h, type Child } from "../base/dom";
import type { Manual } from "../model/manual";
import type { ManualBlock, ManualPage, OpenableProgram } from "../model/protocol";
import type { Actions } from "../shell/actions";

export type Follow = (name: string) => void;

/** A text in which names of articles lead to them. */
export function linked(manual: Manual, text: string, follow: Follow): Child[] {
  return text.split(/`([^`]*)`/).map((part, at) => {
    if (at % 2 === 0) return part;
    const name = manual.nameIn(part);
    if (name === undefined) return h("code", {}, part);
    const open = (): void => {
      follow(name);
    };
    return h("button", { class: "link name", onclick: open }, h("code", {}, part));
  });
}

export class Articles {
  constructor(
    private readonly manual: Manual,
    private readonly actions: Actions,
    private readonly follow: Follow,
  ) {}

  private prose(text: string): Child[] {
    return text
      .split("\n")
      .flatMap((line, at) => [at > 0 ? h("br") : null, linked(this.manual, line, this.follow)]);
  }

  private program(block: Extract<ManualBlock, { code: string }>): HTMLElement {
    const { code, open, isWrong } = block;
    const text = h("pre", { tabindex: "0", role: "group", "aria-label": "Program" }, code);
    return h(
      "div",
      { class: isWrong === true ? "program wrong" : "program" },
      text,
      open !== undefined &&
        h(
          "button",
          {
            class: "small",
            onclick: () => {
              this.actions.openBeside(open);
            },
          },
          "Open in the editor",
        ),
      open !== undefined && this.actions.canEmbed && this.runHere(open, text),
    );
  }

  /** Shows a program in place of its text: the frame that course pages have, too. */
  private runHere(open: OpenableProgram, text: HTMLElement): HTMLElement {
    const show = async (): Promise<void> => {
      const src = await this.actions.embedAddress(open);
      if (src === undefined) return;
      text.replaceWith(h("iframe", { class: "embedded", title: "Program", src }));
      button.remove();
    };
    const button = h("button", { class: "small", onclick: () => void show() }, "Try it here");
    return button;
  }

  private table(rows: readonly string[][], head: readonly string[]): HTMLElement {
    const cells = (tag: "td" | "th", row: readonly string[]): HTMLElement =>
      h(
        "tr",
        {},
        row.map((cell) => h(tag, {}, this.cell(cell))),
      );
    return h(
      "div",
      { class: "table", tabindex: "0", role: "group", "aria-label": "Table" },
      h(
        "table",
        {},
        head.length > 0 && h("thead", {}, cells("th", head)),
        h(
          "tbody",
          {},
          rows.map((row) => cells("td", row)),
        ),
      ),
    );
  }

  /** A cell that is the name of an article leads to it. */
  private cell(text: string): Child {
    return this.manual.nameIn(text) === undefined ? this.prose(text) : this.prose(`\`${text}\``);
  }

  block(block: ManualBlock): HTMLElement {
    if ("text" in block) return h("p", {}, this.prose(block.text));
    if ("heading" in block) return h("h3", {}, this.prose(block.heading));
    if ("quote" in block)
      return h(
        "pre",
        { class: "quote", tabindex: "0", role: "group", "aria-label": "Text" },
        block.quote,
      );
    if ("form" in block) {
      return h(
        "div",
        { class: "form" },
        h("code", {}, block.form),
        block.lines.map((line) => h("p", {}, this.prose(line))),
      );
    }
    if ("table" in block) return this.table(block.table, block.head ?? []);
    return this.program(block);
  }

  element(page: ManualPage): HTMLElement {
    return h(
      "article",
      { class: "article", "data-name": page.name, tabindex: "-1" },
      h("p", { class: "kind" }, page.kind),
      h("h2", {}, page.title),
      page.blocks.map((block) => this.block(block)),
    );
  }
}
