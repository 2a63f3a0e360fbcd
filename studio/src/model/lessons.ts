/** Lessons: where the reader is, what is done, and what the last check said. */

import { computed, signal } from "../base/reactive";
import { isTexts, recall, remembered } from "../base/store";
import { toast, words } from "../base/toast";
import type { StudioDocument } from "./document";
import type { FileMistake, LessonPage, LessonTrial, StepPage } from "./protocol";
import type { Studio } from "./studio";

export const LESSON_FILE = "lesson.toml";
export const FIRST_HOUR = "first-hour";
const OF_FOLDER = "folder";
/** Where the browser keeps what is done and what was written, for all tabs. */
const DONE = "lessons:done";
const TEXTS = "lessons:texts";

const isTable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && isTexts(Object.values(value));

export interface Outcome {
  step: string;
  isDone: boolean;
  trials: readonly LessonTrial[];
  error?: string;
}

export class Lessons {
  readonly list = signal<readonly LessonPage[]>([]);
  /** What is wrong with the lesson of the folder. */
  readonly mistakes = signal<readonly FileMistake[]>([]);
  /** Keys of steps: those of the first hour are names, the others have their lesson before them. */
  readonly done = remembered<readonly string[]>(DONE, [], isTexts);
  /** The key of the open step; the first one that is not done, if none was chosen. */
  readonly chosen = remembered("lessons:at", "");
  readonly outcome = signal<Outcome | undefined>(undefined);
  readonly isTrying = signal(false);
  /** How many hints of the open step are shown. */
  readonly hints = signal(0);
  /** The name of the lesson that was chosen last. */
  private readonly last = remembered("lessons:which", "");
  /** The same, of this visit: the lesson of a folder comes first in a new one. */
  private readonly picked = signal("");
  readonly lesson = computed(() => {
    const list = this.list();
    const named = (name: string): LessonPage | undefined =>
      list.find((lesson) => lesson.name === name);
    return named(this.picked()) ?? named(OF_FOLDER) ?? named(this.last()) ?? list[0];
  });
  readonly steps = computed<readonly StepPage[]>(() => this.lesson()?.steps ?? []);
  readonly current = computed(() => {
    const steps = this.steps();
    const chosen = this.chosen();
    const isOpen = (step: StepPage): boolean => !this.isDone(step);
    return steps.find((step) => this.key(step) === chosen) ?? steps.find(isOpen) ?? steps[0];
  });

  constructor(private readonly studio: Studio) {}

  /** Reads them as they are now: a teacher may be writing that of the folder. */
  async load(): Promise<void> {
    this.studio.documents.sync();
    const answer = await this.studio.ask("lessons", {});
    if (answer === undefined) return;
    // The same lessons again must not draw the open step anew.
    if (JSON.stringify(answer.lessons) !== JSON.stringify(this.list.peek())) {
      this.list.set(answer.lessons);
    }
    this.mistakes.set(answer.mistakes);
  }

  /** Whether the folder has a lesson, right or wrong. */
  isInFolder(): boolean {
    return this.studio.documents.files().some((file) => file.path === LESSON_FILE);
  }

  /** Takes another lesson; without a name, that of the folder, or the one that was open. */
  pick(name = OF_FOLDER): void {
    if (!this.list.peek().some((lesson) => lesson.name === name)) return;
    this.picked.set(name);
    this.last.set(name);
    const step = this.current.peek();
    if (step !== undefined) this.resume(step);
  }

  /** By what a step is remembered. */
  key(step: StepPage): string {
    const lesson = this.lesson();
    if (lesson === undefined || lesson.name === FIRST_HOUR) return step.name;
    const folder = this.studio.line.hello()?.workspace.name ?? "";
    const of = lesson.name === OF_FOLDER ? `${folder}: ${lesson.title}` : lesson.name;
    return `${of}/${step.name}`;
  }

  isDone(step: StepPage): boolean {
    return this.done().includes(this.key(step));
  }

  path(step: StepPage): string {
    const name = this.lesson.peek()?.name ?? FIRST_HOUR;
    // Not below the step's own folder: the program to begin with stays as it is.
    return `${name === OF_FOLDER ? "my-lesson" : name}/${step.file.path}`;
  }

  private text(step: StepPage): string {
    const closed = this.studio.documents.takeClosed(this.path(step));
    return closed ?? this.kept.peek()[this.key(step)] ?? step.file.text;
  }

  /** What was written in steps whose tab was closed. */
  private readonly kept = remembered<Record<string, string>>(TEXTS, {}, isTable);

  keep(step: StepPage, document: StudioDocument): void {
    const text = document.text.toString();
    // Another tab may have kept other steps meanwhile.
    const others = recall<Record<string, string>>(TEXTS, {}, isTable);
    this.kept.update((all) => ({ ...all, ...others, [this.key(step)]: text }));
  }

  /** Shows a step and its program. */
  choose(step: StepPage): void {
    const { documents, run } = this.studio;
    const left = this.current.peek();
    const open = left === undefined ? undefined : this.document(left);
    if (left !== undefined && open !== undefined) this.keep(left, open);
    this.chosen.set(this.key(step));
    this.outcome.set(undefined);
    this.hints.set(0);
    run.leave();
    const path = this.path(step);
    const known = documents.find(path);
    documents.show(known ?? this.begin(step));
  }

  private begin(step: StepPage): StudioDocument {
    const text = this.text(step);
    const isTouched = text !== step.file.text;
    const path = this.path(step);
    return this.studio.documents.add({ path, kind: "scratch", text, isAlone: true, isTouched });
  }

  /** Goes on with a step; what was said about it stays if it is the one that is open. */
  resume(step: StepPage): void {
    const open = this.document(step);
    if (open === undefined || this.chosen.peek() !== this.key(step)) this.choose(step);
    else this.studio.documents.show(open);
  }

  private document(step: StepPage): StudioDocument | undefined {
    return this.studio.documents.find(this.path(step));
  }

  /** Replaces the program of a step, as one change that can be undone. */
  replace(step: StepPage, text: string): void {
    const document = this.document(step);
    if (document === undefined) return;
    this.studio.documents.show(document);
    document.view?.dispatch({ changes: { from: 0, to: document.text.length, insert: text } });
  }

  async solution(step: StepPage): Promise<void> {
    const lesson = this.lesson.peek()?.name ?? "";
    const answer = await this.studio.attempt("lessonSolution", { lesson, step: step.name });
    if (answer === undefined) return;
    this.replace(step, answer.text);
    toast("This is one solution. Ctrl+Z brings yours back.");
  }

  async attempt(step: StepPage): Promise<void> {
    const document = this.document(step);
    const lesson = this.lesson.peek();
    if (document === undefined || lesson === undefined || this.isTrying.peek()) return;
    this.isTrying.set(true);
    this.studio.documents.sync();
    this.keep(step, document);
    const key = this.key(step);
    try {
      const { line } = this.studio;
      const roots = [document.path];
      const asked = { lesson: lesson.name, step: step.name, roots };
      const answer = await line.ask("tryLesson", asked);
      this.outcome.set({ step: key, ...answer });
      if (answer.isDone) {
        const others = recall<readonly string[]>(DONE, [], isTexts);
        this.done.update((all) => [...new Set([...all, ...others, key])]);
      }
    } catch (error) {
      const said = words(error);
      this.outcome.set({ step: key, isDone: false, trials: [], error: said });
    }
    this.isTrying.set(false);
  }

  /** The step after the open one. */
  next(): StepPage | undefined {
    const steps = this.steps();
    const at = steps.findIndex((step) => step === this.current());
    return steps[at + 1];
  }
}
