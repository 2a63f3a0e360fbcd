/** The check page: the open program against the native engine, and the cases it fails. */

import { h, prose, type Child } from "../base/dom";
import { counted } from "../base/format";
import { effect, signal } from "../base/reactive";
import type { CheckEvent, CheckFailure, CheckPart, Example } from "../model/protocol";
import type { Studio } from "../model/studio";
import type { Actions } from "../shell/actions";
import { projectsOf } from "./start";

/** A text with the lines that another one does not have at their place. */
function compared(title: string, text: string, other: string): HTMLElement {
  const others = other.split("\n");
  const lines = text
    .split("\n")
    .map((line, at) =>
      h("span", { class: line === others[at] ? "same" : "different" }, line + "\n"),
    );
  return h("figure", {}, h("figcaption", {}, title), h("pre", { tabindex: "0" }, lines));
}

class CheckPage {
  private readonly projects = signal<ReadonlyMap<string, Example[]>>(new Map());
  private readonly chosen = signal("");
  private readonly notes = signal<readonly string[]>([]);
  private readonly event = signal<CheckEvent | undefined>(undefined);

  constructor(
    private readonly studio: Studio,
    private readonly actions: Actions,
  ) {
    studio.line.on("check", (event) => {
      this.event.set(event);
    });
    effect(() => {
      if (studio.line.state() !== "open" || studio.page() !== "check") return;
      void studio.ask("examples", {}).then((answer) => {
        this.projects.set(projectsOf(answer?.groups ?? []));
      });
    });
    effect(() => {
      const open = studio.documents.project() ?? "";
      const names = [...this.projects().keys()];
      this.chosen.set(names.includes(open) ? open : (names[0] ?? ""));
    });
  }

  private async start(): Promise<void> {
    const { documents } = this.studio;
    documents.sync();
    this.event.set(undefined);
    const answer = await this.studio.attempt("check", {
      project: this.chosen.peek(),
      roots: documents.rootsNow(),
    });
    this.notes.set(answer?.notes ?? []);
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
        [...this.projects()].map(([name, examples]) =>
          h(
            "option",
            { value: name, selected: name === this.chosen() },
            examples[0]?.title ?? name,
          ),
        ),
    );
    const isRunning = (): boolean => this.event()?.kind === "running";
    const run = (): void => {
      if (isRunning()) void this.studio.attempt("checkStop", {});
      else void this.start();
    };
    const hasFiles = (): boolean => this.studio.documents.rootsNow().length > 0;
    return h(
      "div",
      { class: "check-controls" },
      select,
      h("button", { class: "primary small", onclick: run }, () =>
        isRunning() ? "Stop" : "Check the open program",
      ),
      () => {
        const active = this.studio.documents.active();
        if (active === undefined || !hasFiles()) {
          return h("span", { class: "quiet" }, "Open a program first.");
        }
        return h("span", { class: "quiet mono" }, this.studio.documents.rootsNow().join("  "));
      },
    );
  }

  private part(part: CheckPart): HTMLElement {
    const verdict = part.failed > 0 ? "bad" : part.passed > 0 ? "good" : "quiet";
    const words = part.failed > 0 ? `${counted(part.failed, "case")} failed` : "all passed";
    return h(
      "tr",
      {},
      h("td", {}, part.name),
      h("td", { class: "mono number" }, `${part.passed} of ${part.passed + part.failed}`),
      h("td", { class: verdict }, part.passed + part.failed === 0 ? "not tried" : words),
    );
  }

  private debug(failure: CheckFailure): HTMLElement | null {
    const again = failure.again;
    if (again === undefined) return null;
    if (again.call !== undefined) return h("p", { class: "quiet" }, prose(again.call));
    const open = async (): Promise<void> => {
      const { documents, run, line } = this.studio;
      documents.setProject(documents.project.peek(), documents.roots.peek(), again.options ?? {});
      this.actions.showWork();
      await run.start(true);
      for (const key of again.keys ?? "") line.tell("key", { key });
    };
    return h("button", { class: "small", onclick: () => void open() }, "Run this case");
  }

  private failure(failure: CheckFailure): HTMLElement {
    const shown = failure.smallest ?? failure;
    const { expected = "", actual = "" } = shown;
    const help = [shown.help ?? []].flat();
    return h(
      "li",
      { class: "failure" },
      h("h3", {}, failure.part === undefined ? failure.case : `${failure.part}: ${failure.case}`),
      h("p", {}, prose(shown.summary)),
      help.map((text) => h("p", { class: "quiet" }, prose(text))),
      h(
        "div",
        { class: "compared" },
        compared("Expected", expected, actual),
        compared("Yours", actual, expected),
      ),
      this.debug(shown),
    );
  }

  private result(): Child {
    const event = this.event();
    if (event === undefined) return null;
    const bar = h("progress", { max: event.total, value: event.done, "aria-label": "Progress" });
    const failures = event.failures ?? [];
    return [
      event.kind === "running" ? bar : null,
      h("p", { role: "status" }, `${event.done} of ${counted(event.total, "case")} tried`),
      h(
        "table",
        { class: "list" },
        event.parts.map((part) => this.part(part)),
      ),
      h(
        "ul",
        { class: "failures" },
        failures.map((failure) => this.failure(failure)),
      ),
    ];
  }

  element(): HTMLElement {
    const about =
      "Runs the open program on the cases of a project and compares it with our engine.";
    return h(
      "main",
      { class: "start check", "aria-label": "Check" },
      h(
        "div",
        { class: "start-inner" },
        h("header", {}, h("h1", {}, "Check"), h("p", { class: "quiet" }, about)),
        this.controls(),
        () => this.notes().map((note) => h("p", { class: "quiet" }, prose(note))),
        () => this.result(),
      ),
    );
  }
}

export function checkPage(studio: Studio, actions: Actions): HTMLElement {
  return new CheckPage(studio, actions).element();
}
