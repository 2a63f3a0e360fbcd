/** What the machine writes into the editor: current line, values, heat, breakpoints, notes. */

import {
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Extension,
  type Text,
} from "@codemirror/state";
import {
  Decoration,
  EditorView,
  gutter,
  GutterMarker,
  WidgetType,
  type DecorationSet,
} from "@codemirror/view";
import { grouped } from "../base/format";
import { h, prose } from "../base/dom";
import { icon } from "../base/icons";
import type { Breakpoint } from "../model/protocol";

/** What can be done about a message: a link to a line, to a moment, to a chain of causes. */
export interface NoteAction {
  title: string;
  run: () => void;
}

/** A message below a line: why the program failed there, or what was noticed. */
export interface LineNote {
  line: number;
  kind: "fault" | "cause" | "endless" | "finding" | "note";
  code?: string | undefined;
  text: string;
  details: readonly string[];
  help: readonly string[];
  actions: readonly NoteAction[];
}

export const setCurrent = StateEffect.define<number | undefined>();
export const setValues = StateEffect.define<readonly { line: number; text: string }[]>();
export const setNotes = StateEffect.define<readonly LineNote[]>();
export const setHeat = StateEffect.define<readonly [number, number][]>();
export const setBreakpoints = StateEffect.define<readonly Breakpoint[]>();

function startOf(text: Text, line: number): number | undefined {
  return line >= 0 && line < text.lines ? text.line(line + 1).from : undefined;
}

function field<T>(
  effect: ReturnType<typeof StateEffect.define<T>>,
  make: (value: T, text: Text) => DecorationSet,
): StateField<DecorationSet> {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(set, transaction) {
      let now = set.map(transaction.changes);
      for (const given of transaction.effects) {
        if (given.is(effect)) now = make(given.value, transaction.newDoc);
      }
      return now;
    },
    provide: (of) => EditorView.decorations.from(of),
  });
}

const CURRENT = Decoration.line({ class: "cm-current", attributes: { "aria-current": "step" } });

const current = field(setCurrent, (line, text) => {
  const from = line === undefined ? undefined : startOf(text, line);
  return from === undefined ? Decoration.none : Decoration.set([CURRENT.range(from)]);
});

class ValueWidget extends WidgetType {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: ValueWidget): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    return h("span", { class: "cm-value" }, this.text);
  }
}

const values = field(setValues, (lines, text) => {
  const ranges = lines
    .filter(({ line }) => line < text.lines)
    .map(({ line, text: value }) =>
      Decoration.widget({ widget: new ValueWidget(value), side: 1 }).range(text.line(line + 1).to),
    );
  return Decoration.set(ranges, true);
});

export const NOTE_ICONS = {
  fault: "error",
  cause: "target",
  endless: "loop",
  finding: "shield",
  note: "info",
} as const;

class NoteWidget extends WidgetType {
  private readonly key: string;
  constructor(readonly note: LineNote) {
    super();
    this.key = JSON.stringify(note);
  }
  override eq(other: NoteWidget): boolean {
    return other.key === this.key;
  }
  override toDOM(): HTMLElement {
    const { note } = this;
    const line = (kind: string) => (text: string) => h("p", { class: kind }, prose(text));
    const body = h(
      "div",
      { class: `cm-note ${note.kind}`, role: "note" },
      icon(NOTE_ICONS[note.kind]),
      h(
        "div",
        { class: "said" },
        h(
          "p",
          { class: "message" },
          prose(note.text),
          note.code !== undefined && h("code", { class: "code" }, note.code),
        ),
        note.details.map(line("detail")),
        note.help.map(line("help")),
        note.actions.length > 0 &&
          h(
            "div",
            { class: "note-actions" },
            note.actions.map(({ title, run }) =>
              h("button", { class: "small", onclick: run }, prose(title)),
            ),
          ),
      ),
    );
    // The editor measures heights without margins.
    return h("div", { class: "cm-note-place" }, body);
  }
}

const notes = field(setNotes, (all, text) => {
  const ranges = all
    .filter(({ line }) => line < text.lines)
    .map((note) =>
      Decoration.widget({ widget: new NoteWidget(note), side: 2, block: true }).range(
        text.line(note.line + 1).to,
      ),
    );
  return Decoration.set(ranges, true);
});

class HeatMarker extends GutterMarker {
  constructor(
    readonly level: number,
    readonly count: number,
  ) {
    super();
  }
  override eq(other: HeatMarker): boolean {
    return other.level === this.level && other.count === this.count;
  }
  override toDOM(): HTMLElement {
    const title = this.count === 0 ? "never executed" : `executed ${grouped(this.count)} ×`;
    return h("span", { class: `heat h${this.level}`, title });
  }
}

/** Lines that were never executed, once the program has ended. */
const never = field(setHeat, (lines, text) =>
  Decoration.set(
    lines.flatMap(([line, count]) => {
      const from = startOf(text, line);
      return from === undefined || count > 0
        ? []
        : [Decoration.line({ class: "cm-never" }).range(from)];
    }),
    true,
  ),
);

/** Eight steps on a logarithmic scale, relative to the hottest line. */
export function heatLevel(count: number, most: number): number {
  if (count <= 0) return 0;
  return 1 + Math.round((7 * Math.log1p(count)) / Math.log1p(Math.max(most, 1)));
}

const heat = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(set, transaction) {
    let now = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setHeat)) continue;
      const most = effect.value.reduce((top, [, count]) => Math.max(top, count), 0);
      const builder = new RangeSetBuilder<GutterMarker>();
      for (const [line, count] of [...effect.value].sort((a, b) => a[0] - b[0])) {
        const from = startOf(transaction.newDoc, line);
        if (from !== undefined) {
          builder.add(from, from, new HeatMarker(heatLevel(count, most), count));
        }
      }
      now = builder.finish();
    }
    return now;
  },
});

class BreakpointMarker extends GutterMarker {
  constructor(readonly item: Breakpoint) {
    super();
  }
  override eq(other: BreakpointMarker): boolean {
    return JSON.stringify(other.item) === JSON.stringify(this.item);
  }
  override toDOM(): HTMLElement {
    const { condition, enabled, isVerified, log, message } = this.item;
    const kind = log !== undefined ? " log" : condition !== undefined ? " conditional" : "";
    const off = enabled === false ? " off" : isVerified === false ? " pending" : "";
    const said = condition !== undefined ? `stops when ${condition}` : "stops here";
    return h("span", { class: `breakpoint${kind}${off}`, title: message ?? said });
  }
}

const breakpoints = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(set, transaction) {
    let now = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setBreakpoints)) continue;
      const ranges = effect.value.flatMap((item) => {
        const from = item.line === undefined ? undefined : startOf(transaction.newDoc, item.line);
        return from === undefined ? [] : [new BreakpointMarker(item).range(from)];
      });
      now = RangeSet.of(ranges, true);
    }
    return now;
  },
});

class SpacerMarker extends GutterMarker {
  override toDOM(): HTMLElement {
    return h("span", { class: "breakpoint" });
  }
}

/** The gutters, left of the line numbers; `onToggle` and `onMenu` get a line from 0. */
export function machineMarks(
  onToggle: (line: number) => void,
  onMenu: (line: number, event: MouseEvent) => void,
): Extension {
  const lineOf = (view: EditorView, from: number): number => view.state.doc.lineAt(from).number - 1;
  return [
    current,
    values,
    notes,
    heat,
    never,
    breakpoints,
    gutter({
      class: "cm-breakpoints",
      renderEmptyElements: true,
      markers: (view) => view.state.field(breakpoints),
      initialSpacer: () => new SpacerMarker(),
      domEventHandlers: {
        mousedown(view, block, event) {
          if ((event as MouseEvent).button !== 0) return false;
          onToggle(lineOf(view, block.from));
          return true;
        },
        contextmenu(view, block, event) {
          event.preventDefault();
          onMenu(lineOf(view, block.from), event as MouseEvent);
          return true;
        },
      },
    }),
  ];
}

/** The thin bar between line numbers and text. */
export const heatGutter = gutter({
  class: "cm-heat",
  markers: (view) => view.state.field(heat),
});
