/** The manual as a tab reads it: contents, a search, and the articles that were opened. */

import { signal } from "../base/reactive";
import { words } from "../base/toast";
import type { ManualEntry, ManualPage } from "./protocol";
import type { Studio } from "./studio";

export interface Found {
  query: string;
  entries: readonly ManualEntry[];
  near?: string;
}

const HISTORY_MOST = 100;

export class Manual {
  readonly sections = signal<readonly { title: string; entries: readonly ManualEntry[] }[]>([]);
  /** What a search found; nothing while none is asked for. */
  readonly found = signal<Found | undefined>(undefined);
  /** The articles of the name that is open. */
  readonly pages = signal<readonly ManualPage[]>([]);
  readonly refusal = signal<string | undefined>(undefined);
  /** The names that were open before, the last one last. */
  readonly before = signal<readonly string[]>([]);
  private names = new Set<string>();
  private asked = 0;

  constructor(private readonly studio: Studio) {}

  async load(): Promise<void> {
    if (this.sections.peek().length > 0) return;
    const answer = await this.studio.ask("manual", {});
    const sections = answer?.sections ?? [];
    this.names = new Set(sections.flatMap(({ entries }) => entries.map(({ name }) => name)));
    this.sections.set(sections);
  }

  /** The article that words between backticks name, if there is one. */
  nameIn(code: string): string | undefined {
    const name = code.replace(/^jetan explain (--pack )?/, "");
    return this.names.has(name) ? name : undefined;
  }

  async search(query: string): Promise<void> {
    const number = (this.asked += 1);
    if (query.trim() === "") {
      this.found.set(undefined);
      return;
    }
    const answer = await this.studio.ask("manual", { search: query });
    // A slower answer to what was typed before must not replace this one.
    if (number !== this.asked) return;
    const { entries = [], near } = answer ?? {};
    this.found.set({ query, entries, ...(near === undefined ? {} : { near }) });
  }

  async open(name: string): Promise<void> {
    await this.load();
    const now = this.pages.peek()[0]?.name;
    if (await this.show(name)) {
      if (now !== undefined && now !== name) {
        this.before.update((all) => [...all, now].slice(-HISTORY_MOST));
      }
    }
  }

  private async show(name: string): Promise<boolean> {
    try {
      const { pages } = await this.studio.line.ask("page", { name });
      this.refusal.set(undefined);
      this.pages.set(pages);
      return true;
    } catch (error) {
      this.refusal.set(words(error));
      return false;
    }
  }

  async back(): Promise<void> {
    const name = this.before.peek().at(-1);
    if (name === undefined) return;
    this.before.update((all) => all.slice(0, -1));
    await this.show(name);
  }

  close(): void {
    this.pages.set([]);
    this.before.set([]);
    this.refusal.set(undefined);
  }
}
