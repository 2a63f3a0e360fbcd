/** The guided first hour: where the reader is, what is done, and what the last check said. */

import { computed, signal } from "../base/reactive";
import { remembered } from "../base/store";
import { toast, words } from "../base/toast";
import type { StudioDocument } from "./document";
import type { LessonPage, LessonTrial } from "./protocol";
import type { Studio } from "./studio";

export interface Outcome {
  lesson: string;
  isDone: boolean;
  trials: readonly LessonTrial[];
  error?: string;
}

export class Lessons {
  readonly list = signal<readonly LessonPage[]>([]);
  readonly done = remembered<readonly string[]>("lessons:done", [], Array.isArray);
  /** The step that is open; the first one that is not done, if none was chosen. */
  readonly chosen = remembered("lessons:at", "");
  readonly outcome = signal<Outcome | undefined>(undefined);
  readonly isTrying = signal(false);
  /** How many hints of the open step are shown. */
  readonly hints = signal(0);
  readonly current = computed(() => {
    const list = this.list();
    const name = this.chosen();
    const isOpen = (lesson: LessonPage): boolean => !this.done().includes(lesson.name);
    return list.find((lesson) => lesson.name === name) ?? list.find(isOpen) ?? list[0];
  });

  constructor(private readonly studio: Studio) {}

  async load(): Promise<void> {
    if (this.list.peek().length > 0) return;
    const answer = await this.studio.ask("lessons", {});
    this.list.set(answer?.lessons ?? []);
  }

  static path(lesson: LessonPage): string {
    return `first-hour/${lesson.file.path}`;
  }

  private text(lesson: LessonPage): string {
    const kept = this.kept.peek()[lesson.name];
    return kept ?? lesson.file.text;
  }

  /** What was written in steps whose tab was closed. */
  private readonly kept = remembered<Record<string, string>>("lessons:texts", {});

  keep(lesson: LessonPage, document: StudioDocument): void {
    const text = document.text.toString();
    this.kept.update((all) => ({ ...all, [lesson.name]: text }));
  }

  /** Shows a step and its program. */
  choose(lesson: LessonPage): void {
    const { documents, run } = this.studio;
    const left = this.current.peek();
    const open = left === undefined ? undefined : this.document(left);
    if (left !== undefined && open !== undefined) this.keep(left, open);
    this.chosen.set(lesson.name);
    this.outcome.set(undefined);
    this.hints.set(0);
    run.leave();
    const path = Lessons.path(lesson);
    const known = documents.find(path);
    const draft = { path, kind: "scratch" as const, text: this.text(lesson), isAlone: true };
    documents.show(known ?? documents.add(draft));
  }

  /** Goes on with a step; what was said about it stays if it is the one that is open. */
  resume(lesson: LessonPage): void {
    const open = this.document(lesson);
    if (open === undefined || this.chosen.peek() !== lesson.name) this.choose(lesson);
    else this.studio.documents.show(open);
  }

  private document(lesson: LessonPage): StudioDocument | undefined {
    return this.studio.documents.find(Lessons.path(lesson));
  }

  /** Replaces the program of a step, as one change that can be undone. */
  replace(lesson: LessonPage, text: string): void {
    const document = this.document(lesson);
    if (document === undefined) return;
    this.studio.documents.show(document);
    document.view?.dispatch({ changes: { from: 0, to: document.text.length, insert: text } });
  }

  async solution(lesson: LessonPage): Promise<void> {
    const answer = await this.studio.attempt("lessonSolution", { lesson: lesson.name });
    if (answer === undefined) return;
    this.replace(lesson, answer.text);
    toast("This is one solution. Ctrl+Z brings yours back.");
  }

  async attempt(lesson: LessonPage): Promise<void> {
    const document = this.document(lesson);
    if (document === undefined || this.isTrying.peek()) return;
    this.isTrying.set(true);
    this.studio.documents.sync();
    this.keep(lesson, document);
    const name = lesson.name;
    try {
      const { line } = this.studio;
      const answer = await line.ask("tryLesson", { lesson: name, roots: [document.path] });
      this.outcome.set({ lesson: name, ...answer });
      if (answer.isDone) this.done.update((all) => [...new Set([...all, name])]);
    } catch (error) {
      const said = words(error);
      this.outcome.set({ lesson: name, isDone: false, trials: [], error: said });
    }
    this.isTrying.set(false);
  }

  /** The step after the open one. */
  next(): LessonPage | undefined {
    const list = this.list();
    const at = list.findIndex((lesson) => lesson === this.current());
    return list[at + 1];
  }
}
