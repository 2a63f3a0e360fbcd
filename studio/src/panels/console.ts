/** The console: what was printed, what was typed, a line to type in, and why for each letter. */

import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, WidgetType, type DecorationSet } from "@codemirror/view";
import { selectAll } from "@codemirror/commands";
import { h } from "../base/dom";
import { counted } from "../base/format";
import { menu, type Spot } from "../base/popover";
import { effect, signal } from "../base/reactive";
import { cspNonce } from "../editor/editor";
import type { Printed } from "../model/protocol";
import type { Studio } from "../model/studio";
import { Terminal } from "../model/terminal";
import { iconButton } from "../shell/layout";

/** How much of the output is read aloud at once, in characters; and after how many milliseconds. */
const SPOKEN_MOST = 400;
const SPOKEN_AFTER = 500;

const addTyped = StateEffect.define<string>();

class Typed extends WidgetType {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: Typed): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    return h("span", {}, h("span", { class: "cm-typed", title: "typed" }, this.text), h("br"));
  }
  override get lineBreaks(): number {
    return 1;
  }
}

/** What the user typed stands where it was typed, but is no output. */
const typed = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let now = set.map(transaction.changes);
    for (const given of transaction.effects) {
      if (!given.is(addTyped)) continue;
      const widget = Decoration.widget({ widget: new Typed(given.value), side: -1 });
      now = now.update({ add: [widget.range(transaction.newDoc.length)] });
    }
    return now;
  },
  provide: (of) => EditorView.decorations.from(of),
});

/** One text in a viewer that draws only what is in sight. */
class Viewer {
  readonly view: EditorView;
  readonly hasText = signal(false);

  constructor(
    private readonly studio: Studio,
    private readonly terminal: Terminal,
    readonly isDisplay: boolean,
    label: string,
  ) {
    const attributes = { "aria-label": label, tabindex: "0" };
    this.view = new EditorView({
      state: EditorState.create({
        extensions: [
          EditorView.cspNonce.of(cspNonce),
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of(attributes),
          typed,
          keymap.of([{ key: "Mod-a", run: selectAll }]),
          EditorView.domEventHandlers({
            contextmenu: (event, view) => {
              event.preventDefault();
              const spot = { x: event.clientX, y: event.clientY };
              this.menu(spot, view.posAtCoords(event) ?? view.state.doc.length);
            },
            keydown: (event, view) => {
              if (event.key !== "w" || event.ctrlKey || event.metaKey) return false;
              this.why(view.state.selection.main.head);
              return true;
            },
          }),
        ],
      }),
    });
  }

  private menu(spot: Spot, at: number): void {
    menu(
      spot,
      [
        {
          title: "Why was this printed?",
          key: "w",
          run: () => {
            this.why(at);
          },
        },
        {
          title: "Go to where it was printed",
          run: () => {
            void this.studio.run.travel({ output: this.terminal.byteOf(at, this.isDisplay) });
          },
        },
        null,
        {
          title: "Copy all",
          run: () => {
            void navigator.clipboard.writeText(this.view.state.doc.toString());
          },
        },
      ],
      "Output",
    );
  }

  private why(at: number): void {
    const letter = this.view.state.doc.sliceString(at, at + 1);
    const shown = letter === "\n" ? "↵" : letter;
    const output = this.terminal.byteOf(at, this.isDisplay);
    void this.studio.why({ output }, `“${shown}” of the output`);
  }

  get isAtEnd(): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.view.scrollDOM;
    return scrollTop + clientHeight > scrollHeight - 24;
  }

  append(text: string): void {
    this.change({ from: this.view.state.doc.length, insert: text });
  }

  rebuild(): void {
    const insert = this.terminal.text(this.isDisplay);
    this.change({ from: 0, to: this.view.state.doc.length, insert });
  }

  private change(changes: { from: number; to?: number; insert: string }): void {
    const wasAtEnd = this.isAtEnd;
    this.view.dispatch({ changes });
    this.hasText.set(this.view.state.doc.length > 0);
    if (wasAtEnd) this.toEnd();
  }

  toEnd(): void {
    const { view } = this;
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.length) });
  }

  typed(text: string): void {
    this.view.dispatch({ effects: addTyped.of(text) });
    this.toEnd();
  }
}

export class Console {
  private readonly terminal = new Terminal();
  private readonly main: Viewer;
  private readonly display: Viewer;
  private readonly skipped = signal(0);
  private queue: Printed[] = [];
  private readonly spoken = h("div", { class: "spoken", role: "log", "aria-live": "polite" });
  private unsaid = "";
  private readonly which = signal<"console" | "display">("console");
  private readonly past: string[] = [];
  readonly input: HTMLInputElement;

  constructor(private readonly studio: Studio) {
    this.main = new Viewer(studio, this.terminal, false, "Console output");
    this.display = new Viewer(studio, this.terminal, true, "Text of the display device");
    this.input = this.makeInput();
    studio.line.on("output", (event) => {
      this.put(event);
    });
    studio.wasLeft = () => {
      this.clear();
    };
    effect(() => {
      const state = studio.run.state();
      if (
        state.kind === "waiting" &&
        state.waiting === "input" &&
        document.activeElement === document.body
      ) {
        this.input.focus();
      }
    });
  }

  private put(event: Printed): void {
    this.queue.push(event);
    if (this.queue.length === 1)
      requestAnimationFrame(() => {
        this.flush();
      });
    // A hidden page gets no frames; what it is sent must not pile up.
    else if (this.queue.length > 200) this.flush();
  }

  clear(): void {
    this.terminal.clear();
    this.skipped.set(0);
    this.main.rebuild();
    this.display.rebuild();
  }

  private flush(): void {
    let isWhole = true;
    const added = { main: "", display: "" };
    for (const { at, stream, text } of this.queue.splice(0)) {
      isWhole = this.terminal.put(at, stream, text) && isWhole;
      added[stream === "display" ? "display" : "main"] += text;
    }
    this.skipped.set(this.terminal.dropped);
    for (const name of ["main", "display"] as const) {
      if (!isWhole) this[name].rebuild();
      else if (added[name] !== "") this[name].append(added[name]);
    }
    this.say(added.main + added.display);
  }

  /** Reads new output aloud, the end of it if there is much, when it rests for a moment. */
  private say(text: string): void {
    const isWaiting = this.unsaid !== "";
    this.unsaid = (this.unsaid + text).slice(-SPOKEN_MOST);
    if (isWaiting || text === "") return;
    setTimeout(() => {
      this.spoken.textContent = this.unsaid;
      this.unsaid = "";
    }, SPOKEN_AFTER);
  }

  private makeInput(): HTMLInputElement {
    let at = 0;
    const input = h("input", {
      "aria-label": "Input for the program",
      spellcheck: "false",
      autocomplete: "off",
      placeholder: () => {
        const state = this.studio.run.state();
        if (state.kind === "waiting") return "The program waits for input: type it and press Enter";
        return state.kind === "running"
          ? "Input for the program"
          : "Input: read when the program asks for it";
      },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === "Enter") {
          this.send(input.value);
          at = this.past.push(input.value);
          input.value = "";
        } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
          at = Math.max(0, Math.min(this.past.length, at + (event.key === "ArrowUp" ? -1 : 1)));
          input.value = this.past[at] ?? "";
        } else if (event.key === "d" && event.ctrlKey) {
          void this.studio.run.send("endInput", {});
        } else return;
        event.preventDefault();
      },
    });
    return input;
  }

  private send(text: string): void {
    this.main.typed(text);
    void this.studio.run.send("input", { text: text + "\n" });
  }

  /** What the console shows, for tests and for copying. */
  text(): string {
    return this.terminal.text();
  }

  element(): HTMLElement {
    const waits = (): boolean => this.studio.run.state().kind === "waiting";
    const now = (): Viewer => (this.which() === "console" ? this.main : this.display);
    const choice = (which: "console" | "display", title: string): HTMLElement =>
      h(
        "button",
        {
          "aria-pressed": () => String(this.which() === which),
          onclick: () => {
            this.which.set(which);
          },
        },
        title,
      );
    return h(
      "div",
      { class: "fill column console" },
      () =>
        this.display.hasText()
          ? h(
              "div",
              { class: "bar" },
              h(
                "div",
                { class: "segmented", role: "group", "aria-label": "Which text" },
                choice("console", "Console"),
                choice("display", "Display device"),
              ),
            )
          : null,
      () => {
        const skipped = this.skipped();
        return skipped > 0
          ? h("p", { class: "skipped" }, `… ${counted(skipped, "byte")} were too much to show`)
          : null;
      },
      h("div", { class: "console-text" }, () => now().view.dom),
      this.spoken,
      h(
        "div",
        { class: () => (waits() ? "console-input waits" : "console-input") },
        h("span", { class: "prompt", "aria-hidden": "true" }, "›"),
        this.input,
        iconButton("close", "Clear the console", () => {
          this.clear();
        }),
      ),
    );
  }
}
