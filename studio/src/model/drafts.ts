/**
 * What this browser keeps of the work of its tabs. Every tab has a place of its own, so that of two
 * neither takes away what the other has written; a new one takes over from those that are gone.
 */

import { names, recall, remember } from "../base/store";
import type { Draft } from "./document";
import type { RunOptions } from "./protocol";

/** The work of a tab. */
export interface Kept {
  drafts: Draft[];
  /** What was closed without being saved anywhere, the last one first. */
  closed: Draft[];
  active?: string;
  roots: string[];
  options: RunOptions;
  project?: string;
  mains: string[];
  /** When it was written, in milliseconds since 1970. */
  at?: number;
}

/** In the tab's own storage: its name. */
const TAB = "jetan:tab";
/** Held by a tab as long as it lives. */
const LOCK = "jetan-tab-";
/** A page that is loaded again may find its own name still held by the page before. */
const RELEASED_WITHIN_MS = 300;
const CLOSED_MOST = 20;
const CLOSED_LETTERS_MOST = 512 * 1024;

/** Whether a draft has a text that is nowhere else. */
export function isUnsaved(draft: Draft): boolean {
  if (draft.text === undefined || draft.text.trim() === "") return false;
  return draft.kind === "file" || draft.isTouched !== false;
}

/** As many of these as there is room for: the last one always, so that closing can be undone. */
export function bounded(closed: readonly Draft[]): Draft[] {
  let letters = 0;
  return closed.slice(0, CLOSED_MOST).filter((draft, at) => {
    letters += draft.text?.length ?? 0;
    return at === 0 || letters <= CLOSED_LETTERS_MOST;
  });
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";
const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function isDraft(value: unknown): value is Draft {
  if (!isObject(value)) return false;
  const { path, kind, text, stamp } = value as Partial<Draft>;
  const isWhole = [text, stamp].every((one) => one === undefined || isText(one));
  return isText(path) && (kind === "file" || kind === "scratch") && isWhole;
}

/** What lies in a browser may be damaged, or of another version: what has the right form counts. */
export function asKept(value: unknown): Kept | undefined {
  if (!isObject(value)) return undefined;
  const given = value as Partial<Record<keyof Kept, unknown>>;
  if (!Array.isArray(given.drafts)) return undefined;
  return {
    drafts: list(given.drafts).filter(isDraft),
    closed: list(given.closed).filter(isDraft),
    roots: list(given.roots).filter(isText),
    options: isObject(given.options) ? given.options : {},
    mains: list(given.mains).filter(isText),
    ...(isText(given.active) ? { active: given.active } : {}),
    ...(isText(given.project) ? { project: given.project } : {}),
    ...(typeof given.at === "number" ? { at: given.at } : {}),
  };
}

function read(key: string): Kept | undefined {
  return asKept(recall<unknown>(key, undefined, isObject));
}

/** Holds a name as long as the page lives; false if another tab has it. */
function hold(name: string): Promise<boolean> {
  // Pages that are not secure have no locks, and no way to know of each other in time.
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const keep = (): Promise<never> => {
      resolve(true);
      return new Promise(() => undefined);
    };
    const signal = AbortSignal.timeout(RELEASED_WITHIN_MS);
    navigator.locks.request(LOCK + name, { signal }, keep).catch(() => {
      resolve(false);
    });
  });
}

/** A name that outlives a reload, and that no other tab has: a copy of a tab gets another one. */
async function claimTab(): Promise<string> {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const made = random.toString(16).padStart(8, "0");
  try {
    const kept = sessionStorage.getItem(TAB);
    if (kept !== null && (await hold(kept))) return kept;
    sessionStorage.setItem(TAB, made);
  } catch {
    // Without storage a reload is a new tab, which takes over from this one.
  }
  await hold(made);
  return made;
}

/** The names of the tabs that live. */
async function living(): Promise<ReadonlySet<string>> {
  if (!("locks" in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const found = held.flatMap(({ name = "" }) => (name.startsWith(LOCK) ? [name] : []));
  return new Set(found.map((name) => name.slice(LOCK.length)));
}

/** The place of one tab. */
export class Drafts {
  private constructor(
    /** Where the work of all tabs with the same folder is. */
    private readonly place: string,
    private readonly tab: string,
  ) {}

  static async open(workspace: string | undefined): Promise<Drafts> {
    return new Drafts(`work:${workspace ?? ""}`, await claimTab());
  }

  private get key(): string {
    return `${this.place}#${this.tab}`;
  }

  /** False if there is no room. */
  write(kept: Kept): boolean {
    return remember(this.key, { ...kept, at: Date.now() });
  }

  /** What this tab has written itself, before it was loaded again. */
  own(): Kept | undefined {
    return read(this.key);
  }

  /** The work that was written last, and whatever other tabs that are gone have not saved. */
  async takeOver(): Promise<Kept | undefined> {
    const alive = await living();
    const found = this.others().sort((a, b) => (b.kept.at ?? 0) - (a.kept.at ?? 0));
    const [last, ...older] = found;
    if (last === undefined) return undefined;
    const left = older.filter(({ tab }) => !alive.has(tab)).map(({ kept }) => kept);
    const unsaved = left
      .flatMap(({ drafts, closed }) => [...drafts.filter(isUnsaved), ...closed])
      .filter(({ path, text }) =>
        last.kept.drafts.every((draft) => draft.path !== path || draft.text !== text),
      );
    const kept = { ...last.kept, closed: bounded([...last.kept.closed, ...unsaved]) };
    if (this.write(kept)) {
      for (const { key, tab } of found) if (!alive.has(tab)) remember(key, undefined);
    }
    return kept;
  }

  /** What other tabs have written, and what versions wrote that had one place for all. */
  private others(): { key: string; tab: string; kept: Kept }[] {
    return names(this.place).flatMap((key) => {
      const [, tab] = /^(?:#([0-9a-f]{8}))?$/.exec(key.slice(this.place.length)) ?? [undefined];
      const isMeant = key === this.place || tab !== undefined;
      const kept = isMeant && key !== this.key ? read(key) : undefined;
      return kept === undefined ? [] : [{ key, tab: tab ?? "", kept }];
    });
  }
}
