/** One document in CodeMirror. */

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { indentUnit } from "@codemirror/language";
import { setDiagnostics, type Diagnostic as Shown } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, type Text } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
  type ViewUpdate,
} from "@codemirror/view";
import { h, plain, prose } from "../base/dom";
import type { StudioDocument } from "../model/document";
import { offsetOf, positionOf } from "../model/document";
import type { Diagnostic } from "../model/protocol";
import type { Studio } from "../model/studio";
import { highlighting } from "./highlight";
import { knowledge } from "./knowledge";
import { heatGutter, machineMarks } from "./marks";

export interface EditorActions {
  toggleBreakpoint(line: number): void;
  breakpointMenu(line: number, event: MouseEvent): void;
  goToDefinition(document: StudioDocument, offset: number): void;
}

export const readOnly = new Compartment();

export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";

function onUpdate(studio: Studio, document: StudioDocument) {
  return (update: ViewUpdate): void => {
    if (update.docChanged) {
      const before = update.startState.doc;
      document.changed(update.changes, update.state.doc);
      studio.breakpoints.follow(document.path, update.changes, before, update.state.doc);
      studio.documents.changed(document);
      if (studio.run.state.peek().kind !== "idle") studio.run.isStale.set(true);
    }
    if (update.selectionSet || update.docChanged) {
      studio.cursor.set(positionOf(update.state.doc, update.state.selection.main.head));
    }
  };
}

export function makeEditor(
  studio: Studio,
  document: StudioDocument,
  actions: EditorActions,
): EditorView {
  const extensions: Extension[] = [
    EditorView.cspNonce.of(cspNonce),
    machineMarks(actions.toggleBreakpoint, actions.breakpointMenu),
    lineNumbers(),
    heatGutter,
    history(),
    drawSelection(),
    rectangularSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    closeBrackets(),
    placeholder("Write a program here; Ctrl+Space offers what fits, F5 runs it."),
    indentUnit.of("        "),
    EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]),
    EditorState.tabSize.of(8),
    readOnly.of(EditorState.readOnly.of(document.isReadOnly)),
    EditorView.contentAttributes.of({
      "aria-label": document.path,
      spellcheck: "false",
      tabindex: "0",
    }),
    highlighting(() => studio.ask("highlight", { path: document.path })),
    knowledge(studio, document),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!(event.ctrlKey || event.metaKey)) return false;
        const at = view.posAtCoords(event);
        if (at !== null) actions.goToDefinition(document, at);
        return at !== null;
      },
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap.filter((binding) => binding.key !== "Ctrl-k"),
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of(onUpdate(studio, document)),
  ];
  return new EditorView({ state: EditorState.create({ doc: document.text, extensions }) });
}

function message(studio: Studio, item: Diagnostic): HTMLElement {
  const explain = (): void => {
    studio.explain(item.code);
  };
  return h(
    "div",
    { class: "diagnostic" },
    h(
      "p",
      {},
      prose(item.message),
      " ",
      h("button", { class: "code link", onclick: explain }, item.code),
    ),
    item.label !== undefined && h("p", { class: "quiet" }, prose(item.label)),
    item.help.map((text) => h("p", { class: "quiet" }, prose(text))),
  );
}

/** A span that can be seen: at least one character, or the whole line if it is empty. */
function visible(text: Text, from: number, to: number): { from: number; to: number } {
  if (to > from) return { from, to };
  const line = text.lineAt(from);
  if (from < line.to) return { from, to: from + 1 };
  return { from: Math.max(line.from, from - 1), to: from };
}

export function showDiagnostics(
  studio: Studio,
  document: StudioDocument,
  items: readonly Diagnostic[],
): void {
  const { view } = document;
  if (view === undefined) return;
  const text = view.state.doc;
  const shown = items.map((item): Shown => {
    const from = offsetOf(text, item.span.from);
    const range = visible(text, from, Math.max(from, offsetOf(text, item.span.to)));
    return {
      ...range,
      severity: item.severity,
      message: item.message,
      renderMessage: () => message(studio, item),
      actions: item.fixes.map((fix) => ({
        name: plain(fix.title),
        apply: () => void studio.documents.apply(fix.edits),
      })),
    };
  });
  view.dispatch(setDiagnostics(view.state, shown));
}

/** Shows a line in the middle and puts the cursor there. */
export function reveal(view: EditorView, line: number, column = 0): void {
  const at = offsetOf(view.state.doc, [line, column]);
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: "center" }),
  });
}

/** Scrolls only if the line is out of sight, as following a program wants it. */
export function follow(view: EditorView, line: number): void {
  const at = offsetOf(view.state.doc, [line, 0]);
  view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "nearest", yMargin: 80 }) });
}
