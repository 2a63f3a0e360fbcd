/** The check page: the open program against the native engine, and the cases it fails. */

import { h, prose, type Child } from "../base/dom";
import { counted, fileName, grouped } from "../base/format";
import { icon } from "../base/icons";
import { effect, signal } from "../base/reactive";
import type { Example } from "../model/protocol";
import type { CaseFocus, CheckProgress, CheckFailure, CheckPart } from "../model/protocol";
import type { Studio } from "../model/studio";
import type { Actions } from "../shell/actions";
import { Rubric } from "./rubric";
import { compared, sketch } from "./sketch";
import { projectsOf } from "./start";

/** What is seen when a case is opened: no more is said than is known. */
const OPENS: Record<CaseFocus, string> = {
  write: "Open where the wrong value is written",
  output: "Open where the wrong character is printed",
  cause: "Open where the error comes from",
  lastOutput: "Open at its last output",
  entry: "Open where the procedure begins",
  end: "Open where it ends",
};

/** The choice that is no project but the folder's own rubric. */
const RUBRIC = "rubric.toml";

class CheckPage {
  private readonly rubric: Rubric;
  private readonly projects = signal<ReadonlyMap<string, Example[]>>(new Map());
  private readonly chosen = signal("");
  private readonly notes = signal<readonly string[]>([]);
  private readonly event = signal<CheckProgress | undefined>(undefined);
  /** What was checked, as it is told in the result. */
  private readonly subject = signal("");

  constructor(
    private readonly studio: Studio,
    private readonly actions: Actions,
  ) {
    this.rubric = new Rubric(studio, actions);
    studio.line.on("check", (event) => {
      this.event.set(event);
    });
    // Cases can be opened only where they were found.
    effect(() => {
      if (studio.line.hello()?.resumed !== false) return;
      this.event.set(undefined);
      this.rubric.forget();
    });
    effect(() => {
      if (studio.line.state() !== "open" || studio.page() !== "check") return;
      void this.rubric.load();
      void studio.ask("examples", {}).then((answer) => {
        this.projects.set(projectsOf(answer?.groups ?? []));
      });
    });
    effect(() => {
      const open = studio.documents.project() ?? "";
      const own = this.rubric.isThere() ? [RUBRIC] : [];
      const names = [...own, ...this.projects().keys()];
      this.chosen.set(names.includes(open) ? open : (names[0] ?? ""));
    });
  }

  private isRubric(): boolean {
    return this.chosen() === RUBRIC;
  }

  private isRunning(): boolean {
    if (this.isRubric()) return this.rubric.isRunning();
    const kind = this.event()?.kind;
    return kind === "running" || kind === "shrinking";
  }

  private async start(): Promise<void> {
    const { documents } = this.studio;
    documents.sync();
    this.event.set(undefined);
    const roots = documents.rootsNow();
    const project = this.chosen.peek();
    this.subject.set(roots.map(fileName).join(", "));
    const answer = await this.studio.attempt("check", { project, roots });
    this.notes.set(answer?.notes ?? []);
    if (answer === undefined) return;
    const parts = answer.parts.map((part) => ({
      ...part,
      passed: 0,
      failed: 0,
      skipped: 0,
      notJudged: 0,
    }));
    // The first progress may have come already.
    if (this.event.peek() === undefined) {
      this.event.set({ kind: "running", done: 0, total: answer.total, parts });
    }
  }

  /** The rubric of the folder, if there is one, and the projects. */
  private choices(): [string, string][] {
    const projects = [...this.projects()].map(([name, examples]): [string, string] => [
      name,
      examples[0]?.title ?? name,
    ]);
    return this.rubric.isThere() ? [[RUBRIC, this.rubric.title()], ...projects] : projects;
  }

  private controls(): HTMLElement {
    const select = h(
      "select",
      {
        "aria-label": "Project",
        onchange: () => {
          this.chosen.set(select.value);
        },
      },
      () =>
        this.choices().map(([name, title]) =>
          h("option", { value: name, selected: name === this.chosen() }, title),
        ),
    );
    const run = (): void => {
      if (this.isRubric()) void this.rubric.run();
      else if (this.isRunning()) void this.studio.attempt("checkStop", {});
      else void this.start();
    };
    const files = (): Child => {
      this.studio.documents.active();
      this.studio.documents.roots();
      const named = this.isRubric() ? (this.rubric.found()?.rubric?.files ?? []) : [];
      const roots = named.length > 0 ? named : this.studio.documents.rootsNow();
      if (roots.length === 0) return h("span", { class: "quiet" }, "Open a program first.");
      return h("span", { class: "quiet mono" }, roots.map(fileName).join("  "));
    };
    return h(
      "div",
      { class: "check-controls" },
      select,
      h("button", { class: "primary small", onclick: run }, () =>
        this.isRunning() ? "Stop" : this.isRubric() ? "Check" : "Check the open program",
      ),
      files,
    );
  }

  private part(part: CheckPart): HTMLElement {
    const judged = part.passed + part.failed;
    const isBad = part.failed > 0;
    const verdict = isBad ? "bad" : judged > 0 ? "good" : "quiet";
    const words = isBad ? `${counted(part.failed, "case")} failed` : "all passed";
    const points = part.points ?? 0;
    return h(
      "tr",
      { "data-part": part.name },
      h("td", { class: verdict }, judged > 0 && icon(isBad ? "close" : "check")),
      h("td", { class: "mono" }, part.name),
      h("td", { class: "mono number" }, `${part.passed} of ${judged}`),
      h("td", { class: verdict }, judged === 0 ? "not tried" : words),
      h(
        "td",
        { class: "mono number" },
        points === 0 || part.scored === undefined ? "" : `${part.scored} of ${points} points`,
      ),
    );
  }

  /** Points of all tasks together, where a course gives any. */
  private score(parts: readonly CheckPart[]): Child {
    const scored = parts.filter((part) => part.scored !== undefined);
    if (scored.length < 2) return null;
    const sum = (of: (part: CheckPart) => number): number =>
      scored.reduce((all, part) => all + of(part), 0);
    const points = sum((part) => part.points ?? 0);
    return h(
      "tr",
      { class: "together" },
      h("td", {}),
      h("td", { colspan: 3 }, "together"),
      h("td", { class: "mono number" }, `${sum((part) => part.scored ?? 0)} of ${points} points`),
    );
  }

  private async open(failure: CheckFailure): Promise<void> {
    const { documents, run, line } = this.studio;
    const { smallest } = failure;
    if (smallest === undefined) return;
    documents.sync();
    if (smallest.canOpen) {
      if (!(await run.open(failure.number))) return;
      this.actions.showWork();
      return;
    }
    const { options, keys } = smallest.again;
    documents.setProject(documents.project.peek(), documents.roots.peek(), options);
    this.actions.showWork();
    await run.start(true);
    for (const key of keys) line.tell("key", { key });
  }

  private smallest(failure: CheckFailure): Child {
    const { smallest } = failure;
    if (smallest === undefined) return null;
    const { steps, source, canOpen, again } = smallest;
    const title = steps === 0 ? "The input" : "The smallest input found that fails so";
    const cannot = !canOpen && (again.call ?? "") !== "";
    const open = (): void => void this.open(failure);
    return [
      h("h4", {}, title),
      sketch(smallest.pieces, "Input"),
      source.length > 0 && [
        h("h4", {}, "Where it comes from"),
        h("pre", { class: "source", tabindex: "0" }, source.join("\n")),
      ],
      cannot
        ? h("p", { class: "quiet" }, prose(again.call ?? ""))
        : h(
            "button",
            { class: "primary small open-case", onclick: open },
            icon("clock"),
            canOpen ? OPENS[smallest.opensAt] : "Run this case",
          ),
    ];
  }

  private failure(failure: CheckFailure, isFirst: boolean): HTMLElement {
    const { pieces, help } = failure;
    const hasPictures = pieces.expected.length > 0 || pieces.actual.length > 0;
    const parts = this.event.peek()?.parts.length ?? 0;
    return h(
      "details",
      { class: "failure", open: isFirst, "data-number": failure.number },
      h(
        "summary",
        {},
        icon("close"),
        h("span", { class: "case" }, parts > 1 && [failure.part, ": "], prose(failure.case)),
        h("span", { class: "quiet" }, failure.kind),
      ),
      h("p", { class: "summary" }, prose(failure.summary)),
      help !== undefined && h("p", { class: "help" }, prose(help)),
      hasPictures && compared(pieces.expected, pieces.actual),
      this.smallest(failure),
    );
  }

  private status(event: CheckProgress): string {
    const failed = event.parts.reduce((sum, part) => sum + part.failed, 0);
    const cases = counted(event.total, "case");
    switch (event.kind) {
      case "running":
        return `${grouped(event.done)} of ${cases} tried, ${grouped(failed)} failed`;
      case "shrinking":
        return `${grouped(failed)} of ${cases} failed: looking for the smallest input that fails …`;
      case "stopped":
        return `Stopped after ${grouped(event.done)} of ${cases}, ${grouped(failed)} failed`;
      case "done":
        return failed === 0
          ? `All ${cases} passed`
          : `${grouped(failed)} of ${cases} failed in ${this.subject()}`;
    }
  }

  private result(): Child {
    const event = this.event();
    if (event === undefined) return null;
    const isKnown = event.kind === "running";
    const bar = h("progress", {
      max: event.total,
      ...(isKnown ? { value: event.done } : {}),
      "aria-label": "Progress",
    });
    const failures = event.failures ?? [];
    const failed = event.parts.some((part) => part.failed > 0);
    const isGood = event.kind === "done" && !failed;
    return [
      this.isRunning() ? bar : null,
      h("p", { class: isGood ? "check-status good" : "check-status", role: "status" }, [
        isGood && icon("check"),
        this.status(event),
      ]),
      h(
        "table",
        { class: "list check-parts" },
        event.parts.map((part) => this.part(part)),
        this.score(event.parts),
      ),
      failures.map((failure, at) => this.failure(failure, at === 0)),
    ];
  }

  element(): HTMLElement {
    const about = (): string =>
      this.isRubric()
        ? "Runs the program on the cases that the rubric of the folder shows."
        : "Runs the open program on the cases of a project and compares it with our engine.";
    return h(
      "main",
      { class: "start check", "aria-label": "Check" },
      h(
        "div",
        { class: "start-inner" },
        h("header", {}, h("h1", {}, "Check"), h("p", { class: "quiet" }, about)),
        this.controls(),
        () =>
          this.isRubric()
            ? null
            : this.notes().map((note) => h("p", { class: "quiet" }, prose(note))),
        h("div", { class: "check-result" }, () =>
          this.isRubric() ? this.rubric.view() : this.result(),
        ),
      ),
    );
  }
}

export function checkPage(studio: Studio, actions: Actions): HTMLElement {
  return new CheckPage(studio, actions).element();
}
