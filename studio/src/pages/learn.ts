/** A lesson beside the editor: a step's text, its task, its check. */

import { h, type Child } from "../base/dom";
import { icon } from "../base/icons";
import { effect } from "../base/reactive";
import { LESSON_FILE, type Lessons } from "../model/lessons";
import type { Manual } from "../model/manual";
import type { LessonTrial, StepPage } from "../model/protocol";
import type { Studio } from "../model/studio";
import type { Actions } from "../shell/actions";
import { Articles, linked } from "./article";
import { mistakes } from "./mistakes";
import { compared } from "./sketch";

class LearnView {
  private readonly articles: Articles;

  constructor(
    private readonly studio: Studio,
    private readonly lessons: Lessons,
    private readonly manual: Manual,
    private readonly shell: Actions,
  ) {
    const actions = shell;
    this.articles = new Articles(manual, actions, (name) => {
      studio.explain(name);
    });
  }

  private prose(text: string): Child[] {
    return linked(this.manual, text, (name) => {
      this.studio.explain(name);
    });
  }

  /** The choice among lessons, and what is wrong with that of the folder. */
  private choice(): Child {
    const { lessons } = this;
    const list = lessons.list();
    const wrong = lessons.mistakes();
    const here = lessons.lesson()?.name;
    const pick = (event: Event): void => {
      lessons.pick((event.currentTarget as HTMLSelectElement).value);
    };
    return [
      wrong.length > 0 &&
        h(
          "section",
          { class: "lesson-mistakes", "aria-label": "The lesson of the folder" },
          h("p", { class: "bad", role: "status" }, `There are mistakes in ${LESSON_FILE}`),
          mistakes(LESSON_FILE, wrong, this.shell),
          h("button", { class: "small", onclick: () => void lessons.load() }, "Read it again"),
        ),
      list.length > 1 &&
        h(
          "select",
          { class: "lesson-choice", "aria-label": "Lesson", onchange: pick },
          list.map(({ name, title }) =>
            h("option", { value: name, selected: name === here }, title),
          ),
        ),
    ];
  }

  private steps(): HTMLElement {
    const { lessons } = this;
    return h("ol", { class: "steps", "aria-label": "Steps" }, () =>
      lessons.steps().map((lesson, at) => {
        const isDone = lessons.isDone(lesson);
        const isHere = lessons.current() === lesson;
        const state = isDone ? ", done" : "";
        const chapter = lesson.chapter === undefined ? "" : `${lesson.chapter}: `;
        return h(
          "li",
          {},
          h(
            "button",
            {
              class: isDone ? "step done" : "step",
              "data-step": lesson.name,
              "aria-current": isHere ? "step" : null,
              "aria-label": `Step ${at + 1}: ${lesson.title}${state}`,
              title: `${chapter}${lesson.title}`,
              onclick: () => {
                lessons.choose(lesson);
              },
            },
            isDone ? icon("check") : String(at + 1),
          ),
        );
      }),
    );
  }

  /** A trial; of several that fail, one is shown in full. */
  private trial(trial: LessonTrial, isFull: boolean): HTMLElement {
    const { expected = "", actual = "", pieces } = trial;
    const texts = [expected, actual].map((text) => (text === "" ? [] : [{ text }]));
    const hasTexts = expected !== "" || actual !== "";
    return h(
      "li",
      { class: trial.passed ? "trial passed" : "trial failed" },
      h(
        "p",
        { class: "trial-title" },
        icon(trial.passed ? "check" : "close"),
        h("span", {}, this.prose(trial.title)),
        h("span", { class: "spoken" }, trial.passed ? ": passed" : ": failed"),
      ),
      trial.summary !== undefined && h("p", {}, this.prose(trial.summary)),
      isFull && trial.help !== undefined && h("p", { class: "quiet" }, this.prose(trial.help)),
      isFull && pieces !== undefined && compared(pieces.expected, pieces.actual),
      isFull && pieces === undefined && hasTexts && compared(texts[0] ?? [], texts[1] ?? []),
    );
  }

  private outcome(lesson: StepPage): Child {
    const outcome = this.lessons.outcome();
    if (outcome === undefined || outcome.step !== this.lessons.key(lesson)) return null;
    if (outcome.error !== undefined) {
      return h("p", { class: "verdict bad", role: "status" }, this.prose(outcome.error), ".");
    }
    const first = outcome.trials.find((trial) => !trial.passed);
    const failed = outcome.trials.filter((trial) => !trial.passed).length;
    const all = outcome.trials.length;
    const words = outcome.isDone
      ? "Done! Everything is as it should be."
      : `Not yet: ${failed} of ${all} ${all === 1 ? "trial fails" : "trials fail"}.`;
    return [
      h(
        "p",
        { class: outcome.isDone ? "verdict good" : "verdict bad", role: "status" },
        icon(outcome.isDone ? "check" : "close"),
        words,
      ),
      h(
        "ul",
        { class: "trials" },
        outcome.trials.map((trial) => this.trial(trial, trial === first)),
      ),
    ];
  }

  private hints(lesson: StepPage): Child {
    const shown = this.lessons.hints();
    const left = lesson.hints.length - shown;
    const more = (): void => {
      this.lessons.hints.update((count) => count + 1);
    };
    const solve = (): void => void this.lessons.solution(lesson);
    return h(
      "div",
      { class: "hints" },
      h(
        "ol",
        {},
        lesson.hints.slice(0, shown).map((text) => h("li", {}, this.prose(text))),
      ),
      left > 0
        ? h("button", { class: "small", onclick: more }, shown === 0 ? "A hint" : "Another hint")
        : lesson.hasSolution && h("button", { class: "small", onclick: solve }, "Show a solution"),
    );
  }

  private actions(lesson: StepPage): HTMLElement {
    const { lessons } = this;
    const next = lessons.next();
    const isDone = (): boolean => lessons.isDone(lesson);
    return h(
      "div",
      { class: "learn-actions" },
      h(
        "button",
        {
          class: () => (isDone() ? "small try" : "primary small try"),
          disabled: () => lessons.isTrying(),
          onclick: () => void lessons.attempt(lesson),
        },
        icon("check"),
        "Try this step",
      ),
      next !== undefined &&
        h(
          "button",
          {
            class: () => (isDone() ? "primary small next" : "small next"),
            onclick: () => {
              lessons.choose(next);
            },
          },
          "Next step",
          icon("right"),
        ),
      h(
        "button",
        {
          class: "small plain",
          title: "Begin this step anew; Ctrl+Z brings your program back",
          onclick: () => {
            lessons.replace(lesson, lesson.file.text);
          },
        },
        "Start over",
      ),
    );
  }

  private lesson(lesson: StepPage): Child {
    const { lessons } = this;
    const isLast = lessons.steps().at(-1) === lesson;
    const isWhole = (): boolean => lessons.steps().every((step) => lessons.isDone(step));
    const whole = lessons.lesson();
    const minutes = lesson.minutes === undefined ? [] : [`about ${lesson.minutes} minutes`];
    const kind = [...(lesson.chapter === undefined ? [] : [lesson.chapter]), ...minutes];
    return [
      kind.length > 0 && h("p", { class: "kind" }, kind.join(" · ")),
      h("h3", { class: "learn-title" }, lesson.title),
      lesson.text.map((block) => this.articles.block(block)),
      h(
        "section",
        { class: "task", "aria-label": "Your task" },
        h("h4", {}, "Your task"),
        lesson.task.map((block) => this.articles.block(block)),
      ),
      this.actions(lesson),
      h("div", { class: "outcome" }, () => this.outcome(lesson)),
      () => this.hints(lesson),
      () =>
        isLast && isWhole()
          ? h("p", { class: "verdict good" }, whole?.end ?? `That was “${whole?.title ?? ""}”.`)
          : null,
      lesson.pages.length > 0 &&
        h(
          "p",
          { class: "quiet read-more" },
          "In the manual: ",
          lesson.pages.flatMap((name, at) => [at > 0 ? ", " : "", ...this.prose(`\`${name}\``)]),
        ),
    ];
  }

  /** What was said about a step is in sight, however long its text is. */
  private followOutcome(box: HTMLElement): void {
    effect(() => {
      if (this.lessons.outcome() === undefined) return;
      requestAnimationFrame(() => {
        box.querySelector(".outcome")?.scrollIntoView({ block: "nearest" });
      });
    });
  }

  element(): HTMLElement {
    const { lessons } = this;
    const box = h(
      "div",
      { class: "side-body learn" },
      () => this.choice(),
      this.steps(),
      () => {
        this.manual.sections();
        const lesson = lessons.current();
        return lesson === undefined ? null : h("div", { class: "lesson" }, this.lesson(lesson));
      },
    );
    this.followOutcome(box);
    return box;
  }
}

export function learnSide(
  studio: Studio,
  lessons: Lessons,
  manual: Manual,
  actions: Actions,
): HTMLElement {
  void manual.load();
  return new LearnView(studio, lessons, manual, actions).element();
}
