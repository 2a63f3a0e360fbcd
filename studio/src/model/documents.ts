/** The open files: tabs, drafts that outlive the page, saving, and edits of the service. */

import type { Text } from "@codemirror/state";
import { fileName, folderOf, stemAndEnding } from "../base/format";
import { signal } from "../base/reactive";
import { isListOf, recall, remember } from "../base/store";
import type { Connection } from "./connection";
import { changesOf, StudioDocument, toText, type Draft } from "./document";
import { bounded, Drafts, isUnsaved, type Kept } from "./drafts";
import { RequestError } from "./failure";
import type {
  BelongingAnswer,
  Diagnostic,
  FileEdit,
  FileEntry,
  RootsOffer,
  RunOptions,
} from "./protocol";

/** How long typing must rest before the service hears of it, in milliseconds. */
const SYNC_AFTER = 25;
const KEEP_AFTER = 400;
const RECENT_MOST = 8;

export interface Recent {
  title: string;
  /** An example's id or a path. */
  example?: string;
  path?: string;
}

export class Documents {
  readonly list = signal<readonly StudioDocument[]>([]);
  readonly active = signal<StudioDocument | undefined>(undefined);
  /** What is assembled together; empty means the file that is shown. */
  readonly roots = signal<readonly string[]>([]);
  readonly options = signal<RunOptions>({});
  /** The files whose programs start at `main`, because somebody has said so. */
  readonly mains = signal<readonly string[]>([]);
  /** The name of the project that is open, for the title. */
  readonly project = signal<string | undefined>(undefined);
  readonly files = signal<readonly FileEntry[]>([]);
  /** Names in the folder that cannot be used, such as `what?.asm`. */
  readonly unusable = signal<readonly string[]>([]);
  readonly diagnostics = signal<ReadonlyMap<string, readonly Diagnostic[]>>(new Map());
  readonly recent = signal<readonly Recent[]>(recall("recent", [], isListOf("title")));
  /** A larger program that the file that is shown seems to be a part of. */
  readonly offer = signal<RootsOffer | undefined>(undefined);
  /** What was closed without being saved anywhere, the last one first. */
  readonly closed = signal<readonly Draft[]>([]);
  /** The browser does not keep what is not saved: it has no room, or must not. */
  readonly isUnkept = signal(false);
  /** What F5 assembles, as the service knows it. */
  readonly runs = signal<readonly string[]>([]);
  /** The same with everything that is included. */
  parts: readonly string[] = [];
  /** Files that are to be run by themselves, whatever they seem to be a part of. */
  private readonly alone = new Set<string>();
  /** The program that the file that is shown seems to be a part of; perhaps only itself. */
  larger: readonly string[] = [];
  /** Whether drafts outlive the page; not where a page shows somebody else's program. */
  isKept = true;
  makeView: (document: StudioDocument) => void = () => undefined;
  /** Where this tab's work is kept, once it is known. */
  private drafts: Drafts | undefined;
  private syncTimer: ReturnType<typeof setTimeout> | undefined;
  private keepTimer: ReturnType<typeof setTimeout> | undefined;
  /** While drafts are being taken up, what is open is less than what is kept. */
  private isRestoring = false;

  constructor(private readonly line: Connection) {
    line.on("diagnostics", ({ path, items }) => {
      this.diagnostics.update((all) => new Map(all).set(path, items));
    });
    line.on("fileChanged", ({ path, stamp }) => {
      void this.changedOnDisk(path, stamp);
    });
  }

  find(path: string): StudioDocument | undefined {
    return this.list.peek().find((document) => document.path === path);
  }

  /** Opens a text, or shows the tab that has it. */
  add(draft: Draft & { text: string }, saved?: string): StudioDocument {
    const known = this.find(draft.path);
    if (known !== undefined) return known;
    const text = toText(draft.text);
    const base = saved === undefined ? text : toText(saved);
    const document = new StudioDocument(draft.path, draft.kind, text, base);
    document.stamp = draft.stamp;
    document.isAlone = draft.isAlone === true;
    document.isTouched = draft.isTouched === true;
    this.makeView(document);
    this.list.update((list) => [...list, document]);
    void this.tellOpen(document);
    this.keepSoon();
    return document;
  }

  private async tellOpen(document: StudioDocument): Promise<void> {
    const { path, version } = document;
    document.isTold = false;
    const told = this.line.ask("open", { path, text: document.text.toString(), version });
    document.known();
    await told.then(
      () => {
        document.isTold = true;
      },
      () => undefined,
    );
  }

  /** Opens a file of the folder, with the draft of the last visit if there is one. */
  async openFile(path: string, draft?: Draft): Promise<StudioDocument> {
    const known = this.find(path);
    if (known !== undefined) {
      this.show(known);
      return known;
    }
    const { text, stamp, isReadOnly } = await this.line.ask("read", { path });
    const kept = draft?.text ?? text;
    const document = this.add({ path, kind: "file", text: kept, stamp }, text);
    document.isReadOnly = isReadOnly;
    if (draft?.text !== undefined && draft.stamp !== stamp) document.hasConflict.set(true);
    return document;
  }

  show(document: StudioDocument): void {
    if (this.active.peek() !== document) this.offer.set(undefined);
    this.active.set(document);
    this.keepSoon();
  }

  /** Closes a file; whether its text is nowhere else, so that it is kept to be had back. */
  close(document: StudioDocument): boolean {
    const draft = this.draftOf(document);
    this.drop(document);
    if (!isUnsaved(draft)) return false;
    this.closed.update((all) => bounded([draft, ...all]));
    return true;
  }

  /** Closes a file whose text is elsewhere. */
  drop(document: StudioDocument): void {
    const list = this.list.peek();
    const at = list.indexOf(document);
    const rest = list.filter((other) => other !== document);
    this.list.set(rest);
    if (this.active.peek() === document) this.active.set(rest[Math.min(at, rest.length - 1)]);
    document.view?.destroy();
    this.line.tell("close", { path: document.path });
    this.diagnostics.update((all) => {
      const left = new Map(all);
      left.delete(document.path);
      return left;
    });
    this.keepSoon();
  }

  /** Opens the file that was closed last with the text it had; beside one that has its name. */
  async reopen(): Promise<void> {
    const [draft] = this.closed.peek();
    const text = draft?.text;
    if (draft === undefined || text === undefined) return;
    const { path } = draft;
    const asScratch = (name: string): StudioDocument =>
      this.add({ ...draft, kind: "scratch", path: name, text, isTouched: true });
    const known = this.find(path);
    let document: StudioDocument;
    if (known !== undefined) {
      const isSame = known.text.eq(toText(text));
      document = isSame ? known : asScratch(this.freeName(...stemAndEnding(path)));
    } else if (draft.kind === "scratch") {
      document = asScratch(path);
    } else {
      document = await this.openFile(path, draft).catch((error: unknown) => {
        // The file may be gone, but not because nobody answers.
        if (error instanceof RequestError && error.code === "lost") throw error;
        return asScratch(path);
      });
    }
    this.closed.update((all) => all.filter((other) => other !== draft));
    this.show(document);
  }

  /** The text of a closed file, which is open again from now on. */
  takeClosed(path: string): string | undefined {
    const found = this.closed.peek().find((draft) => draft.path === path);
    this.closed.update((all) => all.filter((draft) => draft !== found));
    return found?.text;
  }

  /** A name that no open document has: `untitled.asm`, `untitled-2.asm` … */
  freeName(stem: string, extension = ".asm"): string {
    for (let number = 1; ; number += 1) {
      const name = stem + (number === 1 ? "" : `-${number}`) + extension;
      if (this.find(name) === undefined && !this.files.peek().some((file) => file.path === name)) {
        return name;
      }
    }
  }

  /** What F5 assembles: the project, or the file that is shown if it stands alone. */
  rootsNow(): string[] {
    const open = new Set(this.list.peek().map((document) => document.path));
    const files = new Set(this.files.peek().map((file) => file.path));
    const roots = this.roots.peek().filter((path) => open.has(path) || files.has(path));
    const active = this.active.peek();
    if (roots.length > 0 && active?.isAlone !== true) return roots;
    return active === undefined ? [] : [active.path];
  }

  /** What F5 assembles, as `settle` finds it; nothing if something larger is offered first. */
  async rootsToRun(): Promise<string[]> {
    const { roots, offer } = await this.settle();
    this.offer.set(offer);
    return offer === undefined ? roots : [];
  }

  /**
   * Asks the service what the file that is shown is run with: what it includes, the files that
   * were chosen if it is one of them, or the program that it is clearly a part of, which is chosen
   * from then on.
   */
  async settle(): Promise<{ roots: string[]; offer?: RootsOffer }> {
    const active = this.active.peek();
    const known = this.rootsNow();
    let found: BelongingAnswer = { roots: known, files: known };
    if (active !== undefined) {
      const isAlone = active.isAlone || this.alone.has(active.path);
      const asked = { path: active.path, roots: isAlone ? [active.path] : [...this.roots.peek()] };
      found = await this.line.ask("belonging", asked).catch(() => found);
      if (this.active.peek() !== active) return this.settle();
      if (!isAlone) this.larger = found.offer?.roots ?? found.roots;
    }
    this.parts = found.files;
    if (found.why !== undefined && this.roots.peek().length === 0) {
      this.setProject(this.project.peek(), found.roots, this.options.peek());
    }
    if (found.roots.join("\n") !== this.runs.peek().join("\n")) this.runs.set(found.roots);
    return found;
  }

  /** The files of what F5 would assemble, with their texts, as far as they can be read. */
  async program(): Promise<{ path: string; text: string }[]> {
    this.sync();
    await this.settle();
    const found = await Promise.all(
      this.parts.map(async (path) => {
        const open = this.find(path)?.text.toString();
        if (open !== undefined) return { path, text: open };
        const read = await this.line.ask("read", { path }).catch(() => undefined);
        return read === undefined ? undefined : { path, text: read.text };
      }),
    );
    return found.filter((file) => file !== undefined);
  }

  /** The sources in the folder of the file that is shown, those that begin a program first. */
  beside(): string[] {
    const active = this.active.peek();
    if (active === undefined) return [];
    const open = this.list.peek().map((document) => document.path);
    const all = new Set([...open, ...this.files.peek().map((file) => file.path)]);
    const isBeside = (path: string): boolean =>
      /\.(asm|s|mips)$/i.test(path) && folderOf(path) === folderOf(active.path);
    const isMain = (path: string): number => (/(^|\/)main\.\w+$/i.test(path) ? 0 : 1);
    return [...all].filter(isBeside).sort((a, b) => isMain(a) - isMain(b) || a.localeCompare(b));
  }

  /** The file that is shown is run with these; alone if it is the only one. */
  choose(roots: readonly string[]): void {
    const path = this.active.peek()?.path ?? "";
    const isAlone = roots.length === 1 && roots[0] === path;
    if (isAlone) this.alone.add(path);
    else this.alone.delete(path);
    this.offer.set(undefined);
    this.setProject(this.project.peek(), isAlone ? [] : roots, this.options.peek());
    void this.settle();
  }

  /** Takes up what was offered, or not: then the file that is shown is run by itself. */
  answerOffer(isTaken: boolean): void {
    const offer = this.offer.peek();
    this.offer.set(undefined);
    if (offer === undefined) return;
    if (isTaken) this.setProject(this.project.peek(), offer.roots, this.options.peek());
    else this.alone.add(this.active.peek()?.path ?? "");
  }

  changed(document: StudioDocument): void {
    clearTimeout(this.syncTimer);
    this.syncTimer = setTimeout(() => {
      this.sync();
    }, SYNC_AFTER);
    this.keepSoon();
    void document;
  }

  /** Tells the service everything it does not know yet. */
  sync(): void {
    clearTimeout(this.syncTimer);
    for (const document of this.list.peek()) {
      if (!this.line.isOpen) return;
      const news = document.take();
      if (news !== undefined) {
        void this.line.ask("change", { path: document.path, ...news }).catch(() => {
          void this.tellOpen(document);
        });
      }
    }
  }

  /** The line is there again, to a service that still has what it was told before. */
  resume(): void {
    for (const document of this.list.peek()) if (!document.isTold) void this.tellOpen(document);
    this.sync();
  }

  /** Tells a service that knows nothing: the project, then every document. */
  tellAll(): void {
    this.tellProject();
    for (const document of this.list.peek()) void this.tellOpen(document);
  }

  tellProject(): void {
    const roots = this.roots.peek();
    if (roots.length > 0) {
      const options = this.options.peek();
      this.line.ask("project", { roots: [...roots], options }).catch(() => undefined);
    }
  }

  setProject(name: string | undefined, roots: readonly string[], options: RunOptions): void {
    this.project.set(name);
    this.roots.set(roots);
    this.options.set(options);
    this.tellProject();
    this.keepSoon();
  }

  /** The options of a run of these files. */
  optionsOf(roots: readonly string[]): RunOptions {
    const options = this.options.peek();
    const mains = this.mains.peek();
    return roots.some((path) => mains.includes(path)) ? { ...options, startAtMain: true } : options;
  }

  /** Remembers whether the program of a file starts at `main`. */
  startAtMain(path: string, isWanted: boolean): void {
    this.mains.update((all) => [
      ...all.filter((other) => other !== path),
      ...(isWanted ? [path] : []),
    ]);
    this.keepSoon();
  }

  /** Applies edits of a rename, a fix or the formatter, as one step to undo in each file. */
  async apply(edits: readonly FileEdit[]): Promise<number> {
    const byPath = new Map<string, FileEdit[]>();
    for (const edit of edits) {
      byPath.set(edit.path, [...(byPath.get(edit.path) ?? []), edit]);
    }
    for (const [path, ofPath] of byPath) {
      const document = this.find(path) ?? (await this.openFile(path));
      const changes = changesOf(document.text, ofPath);
      document.view?.dispatch({ changes, userEvent: "input.service" });
    }
    this.sync();
    return byPath.size;
  }

  async save(document: StudioDocument, isForced = false): Promise<void> {
    const text: Text = document.text;
    const { path } = document;
    const stamp = isForced ? await this.stampNow(path) : document.stamp;
    const fields = { path, text: text.toString(), ...(stamp === undefined ? {} : { stamp }) };
    const answer = await this.line.ask("save", fields);
    document.wasSaved(text, answer.stamp);
    this.keepSoon();
  }

  private async stampNow(path: string): Promise<string | undefined> {
    const found = await this.line.ask("read", { path }).catch(() => undefined);
    return found?.stamp;
  }

  /** Replaces the text by what is on disk now. */
  async reload(document: StudioDocument): Promise<void> {
    const { text, stamp } = await this.line.ask("read", { path: document.path });
    const whole = { from: 0, to: document.text.length, insert: toText(text) };
    document.view?.dispatch({ changes: whole });
    document.wasSaved(document.text, stamp);
  }

  private async changedOnDisk(path: string, stamp: string | undefined): Promise<void> {
    const document = this.find(path);
    if (document === undefined || document.kind !== "file" || document.stamp === stamp) return;
    if (stamp !== undefined && !document.isDirty.peek()) await this.reload(document);
    else document.hasConflict.set(true);
  }

  async listFiles(): Promise<void> {
    const { files, unusable } = await this.line.ask("files", {});
    this.files.set(files);
    this.unusable.set(unusable);
  }

  addRecent(entry: Recent): void {
    const same = (other: Recent): boolean =>
      other.example === entry.example && other.path === entry.path;
    this.recent.update((all) =>
      [entry, ...all.filter((other) => !same(other))].slice(0, RECENT_MOST),
    );
    remember("recent", this.recent.peek());
  }

  /**
   * Takes up the work of the last visit to this folder; where something else is to be shown, only
   * that of this tab, which would be written over otherwise.
   */
  async restore(workspace: string | undefined, isOwnOnly = false): Promise<void> {
    this.drafts ??= await Drafts.open(workspace);
    const kept = this.drafts.own() ?? (isOwnOnly ? undefined : await this.drafts.takeOver());
    if (kept === undefined) return;
    this.isRestoring = true;
    try {
      await this.takeUp(kept);
    } finally {
      this.isRestoring = false;
    }
    this.keepSoon();
  }

  private async takeUp(kept: Kept): Promise<void> {
    // Whoever has begun something before the service was there goes on with it.
    const isFirst = this.list.peek().length === 0;
    if (isFirst) this.setProject(kept.project, kept.roots, kept.options);
    this.mains.set(kept.mains);
    this.closed.set(kept.closed);
    for (const draft of kept.drafts) await this.takeUpDraft(draft);
    const active = this.find(kept.active ?? "") ?? this.list.peek()[0];
    if (isFirst && active !== undefined) this.show(active);
  }

  private async takeUpDraft(draft: Draft): Promise<void> {
    const { path, kind, text, isTouched = true } = draft;
    const scratch = (name: string): void => {
      if (text !== undefined) this.add({ ...draft, kind: "scratch", path: name, text, isTouched });
    };
    const known = this.find(path);
    if (known !== undefined) {
      if (known.text.toString() !== text) scratch(this.freeName(...stemAndEnding(path)));
    } else if (kind === "scratch") {
      scratch(path);
    } else {
      await this.openFile(path, draft).catch(() => {
        // The file is gone, and what was written into it is only here.
        scratch(path);
      });
    }
  }

  private keepSoon(): void {
    clearTimeout(this.keepTimer);
    this.keepTimer = setTimeout(() => {
      this.keep();
    }, KEEP_AFTER);
  }

  private draftOf(document: StudioDocument): Draft {
    const { path, kind, stamp, isTouched } = document;
    const isKept = kind === "scratch" || document.isDirty.peek();
    return {
      path,
      kind,
      ...(isKept ? { text: document.text.toString(), isTouched } : {}),
      ...(stamp === undefined ? {} : { stamp }),
      ...(document.isAlone ? { isAlone: true } : {}),
    };
  }

  /** Writes the drafts into the browser's storage; false if there is no room. */
  keep(): boolean {
    clearTimeout(this.keepTimer);
    if (this.isRestoring || !this.isKept || this.drafts === undefined) return true;
    const active = this.active.peek();
    const project = this.project.peek();
    const isDone = this.drafts.write({
      drafts: this.list.peek().map((document) => this.draftOf(document)),
      closed: [...this.closed.peek()],
      roots: [...this.roots.peek()],
      options: this.options.peek(),
      mains: [...this.mains.peek()],
      ...(active === undefined ? {} : { active: active.path }),
      ...(project === undefined ? {} : { project }),
    });
    this.isUnkept.set(!isDone);
    return isDone;
  }

  /** Where the work is that could not be saved, for the message that says so. */
  refuge(): string {
    return this.keep()
      ? "Your work is kept in this browser."
      : "Your work is in this page only: download it with Zip.";
  }

  title(document: StudioDocument): string {
    const name = fileName(document.path);
    const twins = this.list.peek().filter((other) => fileName(other.path) === name);
    return twins.length > 1 ? document.path : name;
  }
}
