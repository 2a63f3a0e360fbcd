/** Colours from the service's tables: the lines in sight and some around them. */

import { RangeSetBuilder, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, type DecorationSet } from "@codemirror/view";

/** Lines above and below the ones in sight that are coloured with them. */
const MARGIN = 120;

export type AskHighlight = (
  from: number,
  to: number,
) => Promise<{ version: number; spans: number[]; classes: string[] } | undefined>;

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

/** Decorations for spans of four numbers (line, from, to, class) in order. */
export function decorate(
  state: EditorView["state"],
  spans: readonly number[],
  classes: readonly string[],
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (let at = 0; at + 3 < spans.length; at += 4) {
    const [line, from, to, kind] = spans.slice(at, at + 4) as [number, number, number, number];
    if (line >= state.doc.lines || to <= from) continue;
    const start = state.doc.line(line + 1);
    const name = classes[kind];
    if (name !== undefined && start.from + to <= start.to) {
      builder.add(start.from + from, start.from + to, mark(name));
    }
  }
  return builder.finish();
}

export function highlighting(ask: AskHighlight): Extension {
  const plugin = ViewPlugin.define((view) => {
    let isAsking = false;
    let isWanted = false;
    let covered: [number, number] = [0, 0];
    const request = async (): Promise<void> => {
      if (isAsking) {
        isWanted = true;
        return;
      }
      isAsking = true;
      isWanted = false;
      const { doc } = view.state;
      const first = doc.lineAt(view.viewport.from).number - 1;
      const last = doc.lineAt(view.viewport.to).number - 1;
      const range: [number, number] = [
        Math.max(0, first - MARGIN),
        Math.min(doc.lines, last + 1 + MARGIN),
      ];
      const answer = await ask(...range).catch(() => undefined);
      isAsking = false;
      if (answer !== undefined && view.state.doc === doc) {
        covered = range;
        view.dispatch({
          effects: setTokens.of(decorate(view.state, answer.spans, answer.classes)),
        });
      } else if (answer !== undefined) {
        isWanted = true;
      }
      if (isWanted) void request();
    };
    return {
      update(update) {
        const isAsked = update.transactions.some((one) =>
          one.effects.some((effect) => effect.is(refresh)),
        );
        const { doc } = update.state;
        const isOutside =
          update.viewportChanged &&
          (doc.lineAt(view.viewport.from).number - 1 < covered[0] ||
            doc.lineAt(view.viewport.to).number > covered[1]);
        if (isAsked || isOutside) void request();
      },
    };
  });
  return [tokens, plugin];
}
