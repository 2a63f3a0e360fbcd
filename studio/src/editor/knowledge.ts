/** What the service knows about a text, where the editor wants it: hover, completion, folds. */

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { codeFolding, foldGutter, foldService } from "@codemirror/language";
import {
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Text,
} from "@codemirror/state";
import {
  closeHoverTooltips,
  EditorView,
  hoverTooltip,
  showTooltip,
  ViewPlugin,
  type Tooltip,
} from "@codemirror/view";
import { h } from "../base/dom";
import { hex } from "../base/format";
import type { StudioDocument } from "../model/document";
import { offsetOf, positionOf } from "../model/document";
import type { CompletionItem, SignatureForm, Span } from "../model/protocol";
import type { Studio } from "../model/studio";
import { blocks } from "./blocks";

/** CodeMirror's names for kinds, which choose the little picture. */
const KINDS: Record<string, string> = {
  instruction: "function",
  pseudo: "function",
  directive: "keyword",
  register: "variable",
  label: "constant",
  macro: "method",
  equivalent: "text",
  parameter: "variable",
  service: "enum",
  file: "text",
};

function completion(item: CompletionItem, text: Text, span: Span): Completion {
  const { summary, detail } = item;
  const hasInfo = summary !== undefined && summary !== "";
  return {
    label: item.label,
    type: KINDS[item.kind] ?? "text",
    ...(detail === undefined ? {} : { detail }),
    ...(hasInfo ? { info: () => blocks([{ text: summary }]) } : {}),
    apply: (view: EditorView) => {
      // The span was for the text as it was asked; what was typed since belongs to the word.
      const from = offsetOf(text, span.from);
      const to = Math.max(offsetOf(text, span.to), view.state.selection.main.head);
      view.dispatch({
        changes: { from, to, insert: item.insert },
        selection: { anchor: from + item.insert.length },
        userEvent: "input.complete",
      });
    },
  };
}

async function complete(
  studio: Studio,
  document: StudioDocument,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[.$%\w]+/);
  if (word === null && !context.explicit) return null;
  const { doc } = context.state;
  studio.documents.sync();
  const position = positionOf(doc, context.pos);
  const answer = await studio.ask("complete", { path: document.path, position });
  if (answer === undefined || answer.items.length === 0) return null;
  return {
    from: offsetOf(doc, answer.span.from),
    options: answer.items.map((item) => completion(item, doc, answer.span)),
    ...(answer.isCut ? {} : { validFor: /^[.$%\w]*$/ }),
  };
}

/** A link to the manual, beside the program. */
function moreLink(studio: Studio, view: EditorView, name: string): HTMLElement {
  const open = (): void => {
    view.dispatch({ effects: closeHoverTooltips });
    studio.explain(name);
  };
  return h("button", { class: "link more", onclick: open }, `More about ${name}`);
}

/** The article about the word at a place, if the manual has one. */
export async function articleAt(
  studio: Studio,
  document: StudioDocument,
  offset: number,
): Promise<string | undefined> {
  studio.documents.sync();
  const position = positionOf(document.text, offset);
  return (await studio.ask("hover", { path: document.path, position }))?.more;
}

/** The register or name under a place. */
function wordAt(
  state: EditorState,
  at: number,
): { from: number; to: number; text: string } | undefined {
  const line = state.doc.lineAt(at);
  const text = line.text.replace(/#.*/, "");
  for (const found of text.matchAll(/\$?[A-Za-z_.][\w.$]*|\$\d+/g)) {
    const from = line.from + found.index;
    const to = from + found[0].length;
    if (from <= at && at <= to) return { from, to, text: found[0] };
  }
  return undefined;
}

/** What a register or a label has at the step where the run stands. */
async function valueOf(studio: Studio, word: string): Promise<HTMLElement | undefined> {
  if (!studio.run.isStanding.peek()) return undefined;
  const isRegister = word.startsWith("$");
  const [own, stored] = await Promise.all([
    studio.ask("evaluate", { expression: word }),
    isRegister ? undefined : studio.ask("evaluate", { expression: `[${word}]` }),
  ]);
  if (own === undefined) return undefined;
  const shown = (value: number | string, text: string): string =>
    typeof value === "number" && Number.isInteger(value) && !text.includes(".")
      ? `${text} (${hex(value)})`
      : text;
  const label = own.label === undefined ? "" : ` <${own.label}>`;
  return h(
    "p",
    { class: "hover-value mono" },
    isRegister
      ? `${word} = ${shown(own.value, own.text)}${label}`
      : `${word} is at ${hex(Number(own.value))}`,
    stored === undefined ? "" : ` and has ${shown(stored.value, stored.text)}`,
  );
}

function hover(studio: Studio, document: StudioDocument): Extension {
  return hoverTooltip(
    async (view, at): Promise<Tooltip | null> => {
      studio.documents.sync();
      const { doc } = view.state;
      const position = positionOf(doc, at);
      const word = wordAt(view.state, at);
      const [answer, value] = await Promise.all([
        studio.ask("hover", { path: document.path, position }),
        word === undefined ? undefined : valueOf(studio, word.text),
      ]);
      const list = answer?.blocks ?? [];
      if (list.length === 0 && value === undefined) return null;
      const { span, more } = answer ?? {};
      const link = more === undefined ? null : moreLink(studio, view, more);
      return {
        pos: span === undefined ? (word?.from ?? at) : offsetOf(doc, span.from),
        end: span === undefined ? (word?.to ?? at) : offsetOf(doc, span.to),
        above: true,
        create: () => ({
          dom: h("div", { class: "cm-knowledge" }, value ?? null, blocks(list), link),
        }),
      };
    },
    { hoverTime: 250 },
  );
}

const setSignature = StateEffect.define<Tooltip | null>();
const signatureField = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setSignature)) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

/** The form with the operand that is being typed underlined. */
function signatureLine(form: SignatureForm, operand: number | undefined): HTMLElement {
  const range = operand === undefined ? undefined : form.operands[operand];
  const { label } = form;
  const [from, to] = range ?? [label.length, label.length];
  return h(
    "div",
    { class: "cm-signature", title: form.summary },
    label.slice(0, from),
    h("span", { class: "active" }, label.slice(from, to)),
    label.slice(to),
  );
}

/** The operands of the instruction that is being typed, after a space or a comma. */
function signature(studio: Studio, document: StudioDocument): Extension {
  const plugin = ViewPlugin.define((view) => ({
    update(update) {
      const isTyped = update.transactions.some((one) => one.isUserEvent("input.type"));
      if (!isTyped) return;
      const at = update.state.selection.main.head;
      if (!/[\s,]$/.test(update.state.sliceDoc(Math.max(0, at - 1), at))) return;
      void show(view, at);
    },
  }));
  const show = async (view: EditorView, at: number): Promise<void> => {
    studio.documents.sync();
    const { doc } = view.state;
    const position = positionOf(doc, at);
    const answer = await studio.ask("signature", { path: document.path, position });
    const form = answer?.forms?.[answer.active ?? 0];
    if (form === undefined || view.state.doc !== doc) return;
    const dom = signatureLine(form, answer?.operand);
    view.dispatch({
      effects: setSignature.of({ pos: at, above: true, create: () => ({ dom }) }),
    });
  };
  return [signatureField, plugin];
}

export const setFolds = StateEffect.define<readonly [number, number, string][]>();
const foldField = StateField.define<ReadonlyMap<number, number>>({
  create: () => new Map<number, number>(),
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setFolds)) return new Map(effect.value.map(([first, last]) => [first, last]));
    }
    return value;
  },
});

const folds = foldService.of((state: EditorState, from: number) => {
  const line = state.doc.lineAt(from);
  const last = state.field(foldField).get(line.number - 1);
  if (last === undefined || last + 1 > state.doc.lines || last < line.number) return null;
  return { from: line.to, to: state.doc.line(last + 1).to };
});

export function knowledge(studio: Studio, document: StudioDocument): Extension {
  return [
    autocompletion({
      override: [(context) => complete(studio, document, context)],
      icons: true,
      activateOnTypingDelay: 60,
      maxRenderedOptions: 60,
    }),
    hover(studio, document),
    signature(studio, document),
    foldField,
    folds,
    codeFolding({ placeholderText: " … " }),
    foldGutter({ openText: "⌄", closedText: "›" }),
  ];
}
