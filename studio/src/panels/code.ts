/**
 * The machine's own view of the program: addresses, words, basic instructions and the lines they
 * came from, as they are in memory now. What MARS calls the text segment.
 */

import { roving } from "../base/arrows";
import { h, type Child } from "../base/dom";
import { hex } from "../base/format";
import { computed, effect, signal, untracked, type Computed } from "../base/reactive";
import type { Breakpoint, CodeRow, CodeRows } from "../model/protocol";
import type { Studio } from "../model/studio";
import { dimmed, empty, fresh } from "./fresh";
import type { Make, Navigator } from "./lists";

/** Instructions that are shown at once; more are a page away. */
const ROWS = 200;

const isSame = (one: readonly CodeRow[], other: readonly CodeRow[]): boolean =>
  one.length === other.length && JSON.stringify(one) === JSON.stringify(other);

class CodePanel {
  private readonly rows = signal<readonly CodeRow[]>([], isSame);
  private readonly parts = signal<CodeRows["parts"]>([]);
  private readonly pc = signal<number | undefined>(undefined);
  /** Where the run stood before. */
  private readonly before = signal<number | undefined>(undefined);
  /** The page that somebody has turned to; the one with the next instruction without. */
  private turned: number | undefined;
  private readonly body = h("tbody");

  constructor(
    private readonly studio: Studio,
    private readonly go: Navigator,
    private readonly isVisible: Computed<boolean>,
  ) {
    studio.run.follow((fate) => {
      if (fate !== "began" && fate !== "replaced" && fate !== "gone") return;
      this.turned = undefined;
      this.before.set(undefined);
      this.pc.set(undefined);
    });
  }

  /** The first address to ask for: what is shown stays as long as the run is in it. */
  private first(): number | undefined {
    if (this.turned !== undefined) return this.turned;
    const rows = this.rows.peek();
    const [first, last] = [rows[0]?.address, rows.at(-1)?.address];
    const pc = this.studio.run.state.peek().pc;
    const isInside = first !== undefined && last !== undefined && pc !== undefined;
    return isInside && pc >= first && pc <= last ? first : undefined;
  }

  private async ask(): Promise<CodeRows | undefined> {
    const address = this.first();
    return this.studio.ask("code", { rows: ROWS, ...(address === undefined ? {} : { address }) });
  }

  private show(answer: CodeRows | undefined): void {
    if (answer === undefined) {
      this.rows.set([]);
      this.pc.set(undefined);
      return;
    }
    this.rows.set(answer.rows);
    this.parts.set(answer.parts);
    const was = this.pc.peek();
    if (was !== answer.pc) this.before.set(was);
    this.pc.set(answer.pc);
  }

  private async turn(address: number): Promise<void> {
    this.turned = Math.max(0, address);
    const answer = await this.ask();
    if (answer !== undefined) this.show(answer);
    this.body.parentElement?.parentElement?.scrollTo({ top: 0 });
  }

  /** Back to the next instruction, and with it from then on. */
  private async follow(): Promise<void> {
    this.turned = undefined;
    this.rows.set([]);
    const answer = await this.ask();
    if (answer !== undefined) this.show(answer);
    this.reveal('[aria-current="step"]');
  }

  private reveal(selector: string): void {
    requestAnimationFrame(() => {
      const row = this.body.querySelector<HTMLElement>(selector);
      const box = this.body.closest<HTMLElement>(".scroll");
      if (row === null || box === null) return;
      // Some rows before and after it are in sight too.
      const [top, margin] = [row.offsetTop, row.offsetHeight * 2];
      const isAbove = top - margin < box.scrollTop;
      const isBelow = top + row.offsetHeight + margin > box.scrollTop + box.clientHeight;
      if (isAbove || isBelow) box.scrollTop = top - box.clientHeight / 3;
    });
  }

  private breakpointAt(row: CodeRow): Breakpoint | undefined {
    const { path, line } = row.at ?? {};
    return this.studio.breakpoints.items().find((item) => {
      if (item.address !== undefined) return item.address === row.address;
      return row.source !== undefined && item.path === path && item.line === line;
    });
  }

  private toggle(row: CodeRow): void {
    const { breakpoints } = this.studio;
    const known = untracked(() => this.breakpointAt(row));
    if (known !== undefined) breakpoints.remove(known.id);
    else if (row.source !== undefined && row.at !== undefined) {
      breakpoints.add({ path: row.at.path, line: row.at.line, enabled: true });
    } else breakpoints.add({ address: row.address, enabled: true });
  }

  private stop(row: CodeRow): HTMLElement {
    const isSet = (): boolean => this.breakpointAt(row) !== undefined;
    return h(
      "button",
      {
        class: () => (isSet() ? "code-stop on" : "code-stop"),
        tabindex: "-1",
        "aria-pressed": () => String(isSet()),
        "aria-label": `Breakpoint at ${hex(row.address)}`,
        onclick: () => {
          this.toggle(row);
        },
      },
      h("span", { class: "breakpoint" }),
    );
  }

  /** Whether a row is of the line that the cursor is in. */
  private isOfLine(row: CodeRow): boolean {
    const { cursor, documents } = this.studio;
    return row.at?.line === cursor()[0] && row.at.path === documents.active()?.path;
  }

  private row(row: CodeRow): HTMLElement {
    const open = (): void => {
      if (row.at !== undefined) void this.go.open(row.at.path, row.at.line);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Enter") open();
      else if (event.key === " " || event.key === "F9") this.toggle(row);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const marks = (): string =>
      [
        "code-row",
        this.before() === row.address && this.pc() !== row.address ? "was" : "",
        this.isOfLine(row) ? "of-line" : "",
        row.isChanged === true ? "self-changed" : "",
      ].join(" ");
    const changed = "the program has changed this instruction since it was loaded";
    return h(
      "tr",
      {
        class: marks,
        "data-address": hex(row.address),
        "aria-current": () => (this.pc() === row.address ? "step" : null),
        onclick: (event: Event) => {
          if ((event.target as Element).closest(".code-stop") === null) open();
        },
        onkeydown: key,
      },
      h(
        "td",
        { class: "code-stop-cell" },
        this.stop(row),
        h("span", { class: "next-mark", "aria-hidden": "true" }, "▸"),
      ),
      h(
        "td",
        { class: "mono" },
        h("button", { class: "code-address", onclick: open }, hex(row.address)),
      ),
      h(
        "td",
        { class: "mono word", title: row.isChanged === true ? changed : null },
        hex(row.word),
      ),
      h("td", { class: "mono basic" }, row.text),
      h("td", { class: "mono source" }, this.source(row)),
    );
  }

  private source(row: CodeRow): Child {
    if (row.source === undefined) {
      return row.at === undefined ? null : h("span", { class: "quiet", title: "same line" }, "⤷");
    }
    const line = row.at === undefined ? "" : String(row.at.line + 1);
    return [h("span", { class: "quiet line-number" }, line), row.source];
  }

  private bar(): HTMLElement {
    const page = (label: string, arrow: string, by: number): HTMLElement =>
      h(
        "button",
        {
          class: "icon-button",
          "aria-label": label,
          title: label,
          onclick: () => void this.turn((this.rows.peek()[0]?.address ?? 0) + by),
        },
        arrow,
      );
    const chip = ([address]: [number, number]): HTMLElement =>
      h("button", { class: "chip mono", onclick: () => void this.turn(address) }, hex(address));
    const bar = h(
      "div",
      { class: "bar code-bar", role: "toolbar", "aria-label": "Machine" },
      h("button", { class: "small", onclick: () => void this.follow() }, "Next instruction"),
      () => this.parts().map(chip),
      h("span", { class: "grow" }),
      page("Earlier instructions", "↑", -4 * (ROWS / 2)),
      page("Later instructions", "↓", 4 * (ROWS / 2)),
    );
    roving(bar, "button", "x");
    return bar;
  }

  element(): HTMLElement {
    const isOld = fresh(
      this.studio,
      this.isVisible,
      () => this.ask(),
      (answer) => {
        this.show(answer);
      },
      true,
    );
    effect(() => {
      this.body.replaceChildren(...this.rows().map((row) => this.row(row)));
    });
    roving(this.body, ".code-address", "y");
    effect(() => {
      if (this.pc() !== undefined && this.isVisible()) this.reveal('[aria-current="step"]');
    });
    const line = computed(() => this.studio.cursor()[0]);
    effect(() => {
      line();
      if (this.isVisible()) this.reveal(".of-line");
    });
    const heads = ["", "Address", "Code", "Basic", "Source"];
    const table = h(
      "table",
      { class: "list code-table", "aria-label": "Machine" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      this.body,
    );
    const nothing = empty(
      "No program in memory",
      "Press `F11`: every instruction appears here with its address, its word and its line.",
    );
    const box = h("div", { class: "fill column code-panel" }, this.bar(), () =>
      this.rows().length === 0 ? nothing : h("div", { class: "scroll" }, table),
    );
    return dimmed(box, isOld);
  }
}

export function codePanel(go: Navigator): Make {
  return (studio, isVisible) => new CodePanel(studio, go, isVisible).element();
}
