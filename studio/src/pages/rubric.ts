/** The rubric of the folder on the check page: its visible criteria, and what a program earns. */

import { h, prose, type Child } from "../base/dom";
import { counted } from "../base/format";
import { icon } from "../base/icons";
import { signal } from "../base/reactive";
import type {
  CriterionResult,
  RubricCriterion,
  RubricFailure,
  RubricFound,
  RubricGraded,
  RubricPage,
} from "../model/protocol";
import type { Studio } from "../model/studio";
import type { Actions } from "../shell/actions";
import { mistakes } from "./mistakes";
import { compared } from "./sketch";

const FILE = "rubric.toml";

/** Points as people write them. */
function points(of: number): string {
  return String(Math.round(of * 100) / 100);
}

export class Rubric {
  readonly found = signal<RubricFound | undefined>(undefined);
  readonly isRunning = signal(false);
  private readonly result = signal<RubricGraded | undefined>(undefined);

  constructor(
    private readonly studio: Studio,
    private readonly actions: Actions,
  ) {}

  /** Whether the folder has a rubric, right or wrong. */
  isThere(): boolean {
    const found = this.found();
    return found !== undefined && (found.rubric !== undefined || found.mistakes.length > 0);
  }

  title(): string {
    return `${this.found()?.rubric?.title ?? FILE} (rubric of the folder)`;
  }

  /** Reads it as it is now. */
  async load(): Promise<void> {
    if (!this.studio.has("rubrics")) return;
    this.studio.documents.sync();
    const found = await this.studio.ask("rubric", {});
    // Results belong to the rubric that they were made by.
    if (JSON.stringify(found) !== JSON.stringify(this.found.peek())) this.result.set(undefined);
    this.found.set(found);
  }

  forget(): void {
    this.result.set(undefined);
  }

  async run(): Promise<void> {
    if (this.isRunning.peek()) {
      this.studio.line.tell("checkStop", {});
      return;
    }
    const { documents } = this.studio;
    this.isRunning.set(true);
    this.result.set(undefined);
    await this.load();
    if (this.found.peek()?.rubric !== undefined) {
      this.result.set(await this.studio.attempt("grade", { roots: documents.rootsNow() }));
    }
    this.isRunning.set(false);
  }

  private criterion(criterion: RubricCriterion, result?: CriterionResult): HTMLElement {
    const { hidden } = criterion;
    const isBad = (result?.failed ?? 0) > 0;
    const isGood = result !== undefined && !isBad && result.passed > 0;
    const verdict = isBad ? "bad" : isGood ? "good" : "quiet";
    const judged = (result?.passed ?? 0) + (result?.failed ?? 0);
    const cases =
      result === undefined ? counted(criterion.cases, "case") : `${result.passed} of ${judged}`;
    const words = isBad ? "not yet" : isGood ? "passed" : "not tried";
    const scored = result?.scored === undefined ? "" : `${points(result.scored)} of `;
    const rest = [
      hidden > 0 && `${counted(hidden, "hidden case")} not run here`,
      (result?.open ?? 0) > 0 && `${counted(result?.open ?? 0, "case")} not judged`,
    ].filter((part) => part !== false);
    return h(
      "tr",
      { "data-criterion": criterion.name },
      h("td", { class: verdict }, result !== undefined && icon(isBad ? "close" : "check")),
      h(
        "td",
        {},
        prose(criterion.name),
        rest.length > 0 && h("span", { class: "quiet rest" }, rest.join(", ")),
      ),
      h("td", { class: "mono number" }, cases),
      h("td", { class: verdict }, words),
      h("td", { class: "mono number" }, `${scored}${points(criterion.points)} points`),
    );
  }

  private failure(failure: RubricFailure, isFirst: boolean): HTMLElement {
    const { pieces, help, call, input } = failure;
    const hasPictures = pieces.expected.length > 0 || pieces.actual.length > 0;
    const run = (): void => void this.again(failure);
    return h(
      "details",
      { class: "failure", open: isFirst },
      h(
        "summary",
        {},
        icon("close"),
        h("span", { class: "case" }, failure.criterion, ": ", prose(failure.case)),
        h("span", { class: "quiet" }, failure.kind),
      ),
      h("p", { class: "summary" }, prose(failure.summary)),
      help !== undefined && h("p", { class: "help" }, prose(help)),
      call !== undefined && h("p", { class: "quiet mono" }, call),
      hasPictures && compared(pieces.expected, pieces.actual),
      input !== undefined &&
        h(
          "button",
          { class: "primary small run-case", onclick: run },
          icon("run"),
          "Run this case",
        ),
    );
  }

  /** Runs the program on the input of a failing case. */
  private async again(failure: RubricFailure): Promise<void> {
    const { documents, run, line } = this.studio;
    const options = { stdin: failure.input ?? "", endsInput: true, startAtMain: true };
    const files = this.found.peek()?.rubric?.files ?? [];
    const [first] = files;
    this.actions.showWork();
    if (first !== undefined) await this.actions.openFile(first);
    const roots = files.length > 1 ? files : documents.roots.peek();
    documents.setProject(documents.project.peek(), roots, options);
    await run.start(true);
    for (const key of failure.keys ?? "") line.tell("key", { key });
  }

  private status(page: RubricPage): Child {
    const result = this.result();
    if (this.isRunning()) return h("progress", { "aria-label": "Progress" });
    if (result === undefined) return null;
    const failed = result.criteria.reduce((sum, one) => sum + one.failed, 0);
    const known = result.criteria.filter((one) => one.scored !== undefined);
    const scored = known.reduce((sum, one) => sum + (one.scored ?? 0), 0);
    const words = failed === 0 ? "All visible cases passed" : `${counted(failed, "case")} failed`;
    return h(
      "p",
      { class: failed === 0 ? "check-status good" : "check-status", role: "status" },
      failed === 0 && icon("check"),
      `${words}: ${points(scored)} of ${points(page.points)} points so far`,
    );
  }

  private page(page: RubricPage): Child {
    const result = this.result();
    const hidden = counted(page.hidden, "hidden criterion", "hidden criteria");
    return [
      this.status(page),
      h(
        "table",
        { class: "list check-parts" },
        page.criteria.map((one, at) => this.criterion(one, result?.criteria[at])),
      ),
      page.hidden > 0 && h("p", { class: "quiet" }, `Not run here: ${hidden}.`),
      (result?.criteria ?? []).map(
        (one) => one.message !== undefined && h("p", { class: "help" }, prose(one.message)),
      ),
      (result?.failures ?? []).map((failure, at) => this.failure(failure, at === 0)),
    ];
  }

  view(): Child {
    const found = this.found();
    if (found === undefined) return null;
    if (found.rubric !== undefined) return this.page(found.rubric);
    return [
      h("p", { class: "check-status bad", role: "status" }, `There are mistakes in ${FILE}`),
      mistakes(FILE, found.mistakes, this.actions),
    ];
  }
}
