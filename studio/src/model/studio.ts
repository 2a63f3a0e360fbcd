/** Everything one tab works with, in one place. */

import { signal } from "../base/reactive";
import { isTexts, recall, remember } from "../base/store";
import { toast, words } from "../base/toast";
import { Breakpoints } from "./breakpoints";
import { Connection } from "./connection";
import { Documents } from "./documents";
import { Insight } from "./insight";
import type { Feature, WhyLink, TextPosition, RequestName, Requests } from "./protocol";
import { RequestError } from "./failure";
import { Run } from "./run";
import type { Carrier } from "./transport";

export type Page = "start" | "work" | "check" | "games" | "manual";

/** A question "why?" and its answer. */
export interface Reason {
  title: string;
  links: readonly WhyLink[];
  isCut: boolean;
  error?: string;
}

const SESSION = "jetan:session";

function sessionKept(): string | undefined {
  try {
    return sessionStorage.getItem(SESSION) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepSession(session: string): void {
  try {
    sessionStorage.setItem(SESSION, session);
  } catch {
    // Without storage a reload begins a new session; the drafts are what matters.
  }
}

export class Studio {
  readonly line: Connection;
  readonly documents: Documents;
  readonly run: Run;
  readonly insight: Insight;
  readonly breakpoints: Breakpoints;
  readonly page = signal<Page>("start");
  private isPageChosen = false;
  readonly cursor = signal<TextPosition>([0, 0]);
  readonly reason = signal<Reason | undefined>(undefined);
  readonly expressions = signal<readonly string[]>(recall("expressions", [], isTexts));
  /** The tool of a course that is in front. */
  readonly tool = signal(recall("tool", "cache", (value) => typeof value === "string"));
  readonly isMuted = signal(false);
  /** Opens a panel and brings it to the front; set by the shell. */
  showPanel: (id: string) => void = () => undefined;
  /** Shows an article of the manual beside the work; set by the shell. */
  explain: (name: string) => void = () => undefined;
  /** Offers a text in the field of the console, to be sent or changed; set by the console. */
  offerInput: (text: string) => void = () => undefined;

  constructor(carrier: Carrier) {
    this.line = new Connection(carrier, sessionKept(), keepSession);
    this.documents = new Documents(this.line);
    this.run = new Run(this.line, this.documents);
    this.insight = new Insight(this.line, this.run);
    this.breakpoints = new Breakpoints(this.line);
    this.run.follow((fate) => {
      // An answer is about one step of one run.
      if (fate === "began" || fate === "replaced" || fate === "gone") this.reason.set(undefined);
    });
  }

  /** Goes to a page because somebody wants to see it. */
  choosePage(page: Page): void {
    this.isPageChosen = true;
    this.page.set(page);
  }

  /** Whether work that is taken up may come to the front: nobody has gone anywhere yet. */
  isUnvisited(): boolean {
    return !this.isPageChosen && this.page.peek() === "start";
  }

  has(feature: Feature): boolean {
    return this.line.hello()?.features.includes(feature) === true;
  }

  /** Asks something that may be refused without anybody minding. */
  async ask<K extends RequestName>(
    name: K,
    fields: Requests[K][0],
  ): Promise<Requests[K][1] | undefined> {
    try {
      return await this.line.ask(name, fields);
    } catch (error) {
      if (error instanceof RequestError) return undefined;
      throw error;
    }
  }

  /** Asks something whose refusal the user must hear of. */
  async attempt<K extends RequestName>(
    name: K,
    fields: Requests[K][0],
  ): Promise<Requests[K][1] | undefined> {
    try {
      return await this.line.ask(name, fields);
    } catch (error) {
      const isCancelled = error instanceof RequestError && error.code === "cancelled";
      if (!isCancelled) toast(words(error), "error");
      return undefined;
    }
  }

  /** "Why is it so?", of a place as text or of a byte of the console. */
  async why(about: { place: string } | { output: number }, title: string): Promise<void> {
    if (!this.run.isStanding.peek()) {
      toast("Pause the program first: reasons are asked at a step.");
      return;
    }
    const number = this.run.current.peek()?.number;
    try {
      const { links, isCut } = await this.line.ask("why", about);
      if (this.run.current.peek()?.number === number) this.reason.set({ title, links, isCut });
    } catch (error) {
      if (error instanceof RequestError && error.code === "cancelled") return;
      this.reason.set({ title, links: [], isCut: false, error: words(error) });
    }
  }

  chooseTool(id: string): void {
    this.tool.set(id);
    remember("tool", id);
  }

  setExpressions(list: readonly string[]): void {
    this.expressions.set(list);
    remember("expressions", list);
  }
}
