/** Colours from the service's tables, drawn for the lines in sight and some around them. */

import { RangeSetBuilder, StateEffect, StateField, type Extension } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type PluginValue,
  type ViewUpdate,
} from "@codemirror/view";

/** Lines above and below the ones in sight that are coloured with them. */
const MARGIN = 100;
/** Beyond so many lines colours wait until typing rests, in milliseconds. */
const LONG = 2000;
const LONG_REST = 200;

interface Colours {
  spans: readonly number[];
  classes: readonly string[];
}

export type AskHighlight = () => Promise<Colours | undefined>;

const setTokens = StateEffect.define<DecorationSet>();
/** The service knows the text now: colours are asked for again. */
export const refresh = StateEffect.define<null>();

const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let now = set.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setTokens)) now = effect.value;
    return now;
  },
  provide: (of) => EditorView.decorations.from(of),
});

const marks = new Map<string, Decoration>();

function mark(name: string): Decoration {
  let found = marks.get(name);
  if (found === undefined) {
    found = Decoration.mark({ class: `tok-${name.replace(/[^a-z0-9-]/gi, "")}` });
    marks.set(name, found);
  }
  return found;
}

/** The first span, of four numbers each, that is on `line` or below. */
export function firstSpan(spans: readonly number[], line: number): number {
  let low = 0;
  let high = Math.floor(spans.length / 4);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle * 4] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low * 4;
}

function decorate(state: EditorView["state"], colours: Colours, from: number, to: number) {
  const { spans, classes } = colours;
  const builder = new RangeSetBuilder<Decoration>();
  for (let at = firstSpan(spans, from); at + 3 < spans.length; at += 4) {
    const [line, start, end, kind] = spans.slice(at, at + 4) as [number, number, number, number];
    if (line >= to || line >= state.doc.lines) break;
    const text = state.doc.line(line + 1);
    const name = classes[kind];
    if (name !== undefined && end > start && text.from + end <= text.to) {
      builder.add(text.from + start, text.from + end, mark(name));
    }
  }
  return builder.finish();
}

class Highlighter implements PluginValue {
  private colours: Colours | undefined;
  private covered: [number, number] = [0, 0];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isAsking = false;
  private isWanted = false;

  constructor(
    private readonly view: EditorView,
    private readonly ask: AskHighlight,
  ) {}

  update(update: ViewUpdate): void {
    const isAsked = update.transactions.some((one) =>
      one.effects.some((effect) => effect.is(refresh)),
    );
    if (update.docChanged) this.colours = undefined;
    if (isAsked) this.soon();
    else if (update.viewportChanged && this.isOutside()) this.paintSoon();
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  private lines(): [number, number] {
    const { doc } = this.view.state;
    const { from, to } = this.view.viewport;
    return [doc.lineAt(from).number - 1, doc.lineAt(to).number];
  }

  private isOutside(): boolean {
    const [first, last] = this.lines();
    return first < this.covered[0] || last > this.covered[1];
  }

  private soon(): void {
    clearTimeout(this.timer);
    const rest = this.view.state.doc.lines > LONG && this.covered[1] > 0 ? LONG_REST : 0;
    this.timer = setTimeout(() => void this.request(), rest);
  }

  private async request(): Promise<void> {
    if (this.isAsking) {
      this.isWanted = true;
      return;
    }
    this.isAsking = true;
    this.isWanted = false;
    const { doc } = this.view.state;
    const answer = await this.ask().catch(() => undefined);
    this.isAsking = false;
    if (answer !== undefined && this.view.state.doc === doc) {
      this.colours = answer;
      this.paint();
    }
    if (this.isWanted) this.soon();
  }

  private paintSoon(): void {
    queueMicrotask(() => {
      this.paint();
    });
  }

  private paint(): void {
    const { colours, view } = this;
    if (colours === undefined) return;
    const [first, last] = this.lines();
    this.covered = [Math.max(0, first - MARGIN), last + MARGIN];
    view.dispatch({ effects: setTokens.of(decorate(view.state, colours, ...this.covered)) });
  }
}

export function highlighting(ask: AskHighlight): Extension {
  return [tokens, ViewPlugin.define((view) => new Highlighter(view, ask))];
}
