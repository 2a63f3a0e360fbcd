/** The editor's place: tabs, the document that is shown, and what the machine writes into it. */

import { h } from "../base/dom";
import { icon } from "../base/icons";
import { computed, effect, untracked } from "../base/reactive";
import { makeEditor, follow, showDiagnostics } from "../editor/editor";
import { refresh } from "../editor/highlight";
import { setFolds } from "../editor/knowledge";
import {
  setBreakpoints,
  setCurrent,
  setHeat,
  setNotes,
  setValues,
  type LineNote,
} from "../editor/marks";
import { positionOf, type StudioDocument } from "../model/document";
import type { Studio } from "../model/studio";
import { empty } from "../panels/fresh";
import { remarkActions } from "../panels/remarks";
import type { Actions } from "./actions";

/** Folds and outlines may come later than colours, in milliseconds. */
const FOLDS_AFTER = 300;

export class WorkArea {
  constructor(
    private readonly studio: Studio,
    private readonly actions: Actions,
  ) {
    studio.documents.makeView = (document) => {
      untracked(() => {
        this.attach(document);
      });
    };
  }

  /** Makes the editor of a document and lets it follow the studio's signals. */
  private attach(document: StudioDocument): void {
    const { studio, actions } = this;
    const view = makeEditor(studio, document, {
      toggleBreakpoint: (line) => {
        studio.breakpoints.toggle(document.path, line);
      },
      breakpointMenu: (line, event) => {
        actions.breakpointMenu(document.path, line, { x: event.clientX, y: event.clientY });
      },
      goToDefinition: (from, offset) => void actions.definition(from, offset),
    });
    document.view = view;
    const ends = [this.followService(document), this.followMachine(document)];
    const destroy = view.destroy.bind(view);
    view.destroy = () => {
      for (const end of ends) end();
      destroy();
    };
  }

  private followService(document: StudioDocument): () => void {
    const { studio } = this;
    let timer: ReturnType<typeof setTimeout> | undefined;
    return effect(() => {
      effect(() => {
        const items = studio.documents.diagnostics().get(document.path) ?? [];
        if (!document.hasPending) showDiagnostics(studio, document, items);
      });
      effect(() => {
        const items = studio.breakpoints.items().filter((item) => item.path === document.path);
        document.view?.dispatch({ effects: setBreakpoints.of(items) });
      });
      effect(() => {
        document.revision();
        // What was asked when the line was lost has no answer.
        studio.line.hello();
        document.view?.dispatch({ effects: refresh.of(null) });
        clearTimeout(timer);
        timer = setTimeout(() => void this.lookAtFolds(document), FOLDS_AFTER);
      });
    });
  }

  private async lookAtFolds(document: StudioDocument): Promise<void> {
    const answer = await this.studio.ask("symbols", { path: document.path });
    if (answer !== undefined && !document.hasPending) {
      document.view?.dispatch({ effects: setFolds.of(answer.folds) });
    }
  }

  private followMachine(document: StudioDocument): () => void {
    const { run, documents } = this.studio;
    return effect(() => {
      // A run that goes on tells how far it is many times a second; nothing here depends on that.
      const kind = computed(() => run.state().kind);
      const line = computed(() => {
        const { at, kind } = run.state();
        // Where a program has ended, nothing is next.
        const isNowhere = kind === "running" || kind === "idle" || kind === "ended";
        const isHere = at?.path === document.path && !isNowhere;
        return isHere ? at.line : undefined;
      });
      effect(() => {
        run.moment();
        document.view?.dispatch({ effects: setCurrent.of(line()) });
      });
      effect(() => {
        const moment = run.moment();
        const isShown = documents.active() === document;
        if (isShown && run.isStanding()) void this.lookAtValues(document, moment);
        else if (kind() === "running" || kind() === "idle") this.forget(document);
      });
      effect(() => {
        document.view?.dispatch({ effects: setNotes.of(this.notes(document)) });
      });
    });
  }

  private forget(document: StudioDocument): void {
    document.view?.dispatch({ effects: setValues.of([]) });
    if (this.studio.run.state.peek().kind === "idle") {
      document.view?.dispatch({ effects: setHeat.of([]) });
    }
  }

  private async lookAtValues(document: StudioDocument, moment: number): Promise<void> {
    const { studio } = this;
    const { path } = document;
    const [values, heat] = await Promise.all([
      studio.ask("values", { path }),
      studio.ask("heat", { path }),
    ]);
    if (studio.run.moment.peek() !== moment) return;
    document.view?.dispatch({
      effects: [setValues.of(values?.lines ?? []), setHeat.of(heat?.lines ?? [])],
    });
  }

  private notes(document: StudioDocument): LineNote[] {
    return this.studio.insight.remarks().flatMap((remark) => {
      const { place, kind, code, text, details, help } = remark;
      if (place?.path !== document.path) return [];
      const actions = remarkActions(this.studio, this.actions, remark);
      return [{ line: place.line, kind, code, text, details, help, actions }];
    });
  }

  private tab(document: StudioDocument): HTMLElement {
    const { documents } = this.studio;
    const problems = (): string => {
      const items = documents.diagnostics().get(document.path) ?? [];
      return items.some((item) => item.severity === "error") ? "has-errors" : "";
    };
    const close = (event: Event): void => {
      event.stopPropagation();
      this.actions.close(document);
    };
    return h(
      "div",
      {
        class: () => `file-tab ${problems()}`,
        "data-path": document.path,
        "aria-current": () => (documents.active() === document ? "true" : null),
        onauxclick: (event: MouseEvent) => {
          if (event.button === 1) close(event);
        },
      },
      h(
        "button",
        {
          class: "file-tab-name",
          "aria-current": () => (documents.active() === document ? "true" : null),
          title: document.path,
          onclick: (event: MouseEvent) => {
            documents.show(document);
            // Whoever comes by keys goes on from tab to tab.
            if (event.detail > 0) document.view?.focus();
          },
        },
        documents.title(document),
        () => (document.isDirty() ? h("span", { class: "dirty", title: "not saved" }, "●") : null),
      ),
      h(
        "button",
        { class: "icon-button", "aria-label": `Close ${document.path}`, onclick: close },
        icon("close"),
      ),
    );
  }

  element(): HTMLElement {
    const { documents } = this.studio;
    const host = h("div", { class: "editor-host" });
    const nothing = empty(
      "No file is open",
      "Choose one at the left, or press `Alt+N` for a new one.",
    );
    const tabs = h("nav", { class: "file-tabs", "aria-label": "Open files" }, () =>
      documents.list().map((document) => this.tab(document)),
    );
    effect(() => {
      const view = documents.active()?.view;
      host.replaceChildren(view?.dom ?? nothing);
      view?.requestMeasure();
      if (view === undefined) return;
      this.studio.cursor.set(positionOf(view.state.doc, view.state.selection.main.head));
      requestAnimationFrame(() => {
        const tab = tabs.querySelector('.file-tab[aria-current="true"]');
        tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
      });
    });
    this.followRun();
    return h("section", { class: "work-editor", "aria-label": "Editor" }, tabs, host);
  }

  /** Shows the line where the run stands, opening its file if need be. */
  private followRun(): void {
    const { run, documents } = this.studio;
    effect(() => {
      run.moment();
      const { at, kind } = run.state.peek();
      if (at === undefined || kind === "idle" || kind === "running" || kind === "ended") return;
      void untracked(async () => {
        const moment = run.moment.peek();
        const document =
          documents.find(at.path) ?? (await documents.openFile(at.path).catch(() => undefined));
        // The run may stand elsewhere by the time the file is there.
        if (document?.view === undefined || run.moment.peek() !== moment) return;
        if (documents.active.peek() !== document) documents.show(document);
        follow(document.view, at.line);
      });
    });
  }
}
