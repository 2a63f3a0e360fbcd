/** The console: what was printed, what was typed, a line to type in, and why for each letter. */

import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, WidgetType, type DecorationSet } from "@codemirror/view";
import { selectAll } from "@codemirror/commands";
import { h } from "../base/dom";
import { counted } from "../base/format";
import { menu, type Spot } from "../base/popover";
import { effect, signal } from "../base/reactive";
import { toast } from "../base/toast";
import { cspNonce } from "../editor/editor";
import type { PrintedText } from "../model/protocol";
import type { Studio } from "../model/studio";
import { Terminal } from "../model/terminal";
import { iconButton } from "../shell/layout";

/** How much of the output is read aloud at once, in characters; and after how many milliseconds. */
const SPOKEN_MOST = 400;
const SPOKEN_AFTER = 500;
/** Scrolling so soon after a wheel, a key or a finger is the reader's, in milliseconds. */
const MEANT_FOR = 300;
/** Lines of the field to type in, at most. */
const LINES_MOST = 8;

const setTyped = StateEffect.define<readonly { index: number; text: string }[]>();

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
      if (!given.is(setTyped)) continue;
      const end = transaction.newDoc.length;
      now = Decoration.set(
        given.value.map(({ index, text }) =>
          Decoration.widget({ widget: new Typed(text), side: -1 }).range(Math.min(index, end)),
        ),
      );
    }
    return now;
  },
  provide: (of) => EditorView.decorations.from(of),
});

/** One text in a viewer that draws only what is in sight. */
class Viewer {
  readonly view: EditorView;
  readonly hasText = signal(false);
  /** Whether what comes is to be in sight. */
  private isFollowing = true;

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
    this.followEnd();
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

  append(text: string): void {
    this.change({ from: this.view.state.doc.length, insert: text });
  }

  rebuild(): void {
    const insert = this.terminal.text(this.isDisplay);
    this.change({ from: 0, to: this.view.state.doc.length, insert });
    this.showTyped();
  }

  private change(changes: { from: number; to?: number; insert: string }): void {
    this.view.dispatch({ changes });
    this.hasText.set(this.view.state.doc.length > 0);
    this.settle();
  }

  showTyped(): void {
    if (!this.isDisplay) this.view.dispatch({ effects: setTyped.of(this.terminal.inputs()) });
    this.settle();
  }

  /** Stays at the end until the reader scrolls away, however the lines are measured. */
  private followEnd(): void {
    const { scrollDOM, contentDOM } = this.view;
    let meant = -Infinity;
    const means = (): void => {
      meant = performance.now();
    };
    for (const name of ["wheel", "touchmove", "keydown", "pointerdown", "pointermove"]) {
      scrollDOM.addEventListener(name, means, { passive: true });
    }
    scrollDOM.addEventListener("scroll", () => {
      if (performance.now() - meant > MEANT_FOR) return;
      const { scrollTop, clientHeight, scrollHeight } = scrollDOM;
      this.isFollowing = scrollTop + clientHeight > scrollHeight - 24;
    });
    const watcher = new ResizeObserver(() => {
      this.settle();
    });
    watcher.observe(scrollDOM);
    watcher.observe(contentDOM);
  }

  private settle(): void {
    if (!this.isFollowing) return;
    const { scrollDOM } = this.view;
    this.view.requestMeasure({
      key: this,
      read: () => undefined,
      write: () => {
        scrollDOM.scrollTop = scrollDOM.scrollHeight;
      },
    });
  }

  toEnd(): void {
    this.isFollowing = true;
    this.settle();
  }
}

export class Console {
  private readonly terminal = new Terminal();
  private readonly main: Viewer;
  private readonly display: Viewer;
  private readonly skipped = signal(0);
  private queue: PrintedText[] = [];
  private readonly spoken = h("div", { class: "spoken", role: "log", "aria-live": "polite" });
  private unsaid = "";
  private readonly which = signal<"console" | "display">("console");
  private readonly past: string[] = [];
  /** The program that the lines before were typed for. */
  private asked: string | undefined;
  readonly input: HTMLTextAreaElement;

  constructor(private readonly studio: Studio) {
    this.main = new Viewer(studio, this.terminal, false, "Console output");
    this.display = new Viewer(studio, this.terminal, true, "Text of the display device");
    this.input = this.makeInput();
    studio.line.on("output", (event) => {
      this.put(event);
    });
    studio.run.follow((fate) => {
      if (fate === "began" || fate === "replaced") this.restart(fate);
    });
    studio.offerInput = (text) => {
      this.input.value = text;
      this.grow();
    };
    effect(() => {
      // What is changed by hand takes another way: what was typed later is not read again.
      if (studio.run.state().reason.kind !== "changed") return;
      this.terminal.forgetTyped();
      this.main.showTyped();
    });
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

  private put(event: PrintedText): void {
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
    this.redraw();
  }

  private redraw(): void {
    this.queue = [];
    this.skipped.set(0);
    this.main.rebuild();
    this.display.rebuild();
  }

  /** Another run: what was printed and typed belongs to the one before. */
  private restart(fate: "began" | "replaced"): void {
    this.terminal.reset();
    this.redraw();
    this.main.toEnd();
    this.which.set("console");
    this.unsaid = "";
    // Whoever starts the same program again wants the same answers.
    const roots = this.studio.run.current.peek()?.roots.join("\n");
    if (roots === this.asked) return;
    this.asked = roots;
    this.past.length = 0;
    if (fate === "replaced") this.input.value = "";
    this.grow();
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
    // Whoever travels forwards again comes to what was typed there.
    if (this.terminal.hasMoreInputs) this.main.showTyped();
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

  /** The field is as high as what is typed, up to a few lines. */
  private grow(): void {
    this.input.rows = Math.min(LINES_MOST, this.input.value.split("\n").length);
  }

  private makeInput(): HTMLTextAreaElement {
    let at = 0;
    const input = h("textarea", {
      "aria-label": "Input for the program",
      rows: "1",
      spellcheck: "false",
      autocomplete: "off",
      oninput: () => {
        this.grow();
      },
      placeholder: () => {
        const state = this.studio.run.state();
        if (state.kind === "waiting") return "The program waits for input: type it and press Enter";
        return state.kind === "running"
          ? "Input for the program"
          : "Input: read when the program asks for it";
      },
      onkeydown: (event: KeyboardEvent) => {
        const isOneLine = !input.value.includes("\n");
        if (event.key === "Enter" && !event.shiftKey) {
          if (this.send(input.value)) {
            at = this.past.push(input.value);
            input.value = "";
          }
        } else if (isOneLine && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
          at = Math.min(this.past.length, at);
          at = Math.max(0, Math.min(this.past.length, at + (event.key === "ArrowUp" ? -1 : 1)));
          input.value = this.past[at] ?? "";
        } else if (event.key === "d" && event.ctrlKey) {
          void this.studio.run.send("endInput", {});
        } else return;
        event.preventDefault();
        this.grow();
      },
    });
    return input;
  }

  /** Sends what was typed; whether there is a program to read it. */
  private send(text: string): boolean {
    if (this.studio.run.state.peek().kind === "idle") {
      toast("No program is running: start one, then send its input.");
      return false;
    }
    this.flush();
    this.terminal.type(text);
    this.main.showTyped();
    this.main.toEnd();
    void this.studio.run.send("input", { text: text.replace(/\n$/, "") + "\n" });
    return true;
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
