/** What the user can ask for that concerns more than one part: opening, renaming, sharing. */

import { openSearchPanel } from "@codemirror/search";
import { h } from "../base/dom";
import { counted, fileName } from "../base/format";
import { ask, menu, spotOf } from "../base/popover";
import { signal } from "../base/reactive";
import { toast, words } from "../base/toast";
import { reveal } from "../editor/editor";
import { positionOf, toText, type StudioDocument } from "../model/document";
import type { Recent } from "../model/documents";
import type { Breakpoint, Example, Span } from "../model/protocol";
import type { OpenableProgram } from "../model/protocol";
import { RequestError } from "../model/failure";
import { download, LINK_MOST, pack, shareBase, unpack, zip, type Shared } from "../model/share";
import type { Studio } from "../model/studio";
import { isZip, unzip } from "../model/unzip";

export interface Found {
  path: string;
  span: Span;
  text: string;
}

const FILE_MOST = 16 * 1024 * 1024;
export const FILES_MOST = 200;
const FOUND_MOST = 500;
/** Files that a message names. */
const NAMED_MOST = 5;

/** A file of the computer, by its path in what was chosen. */
export interface LocalFile {
  file: File;
  path: string;
}

/** A text that comes from a file of the computer. */
interface LocalText {
  path: string;
  text: string;
  /** Whether it is run by itself; files of an archive belong together. */
  isAlone: boolean;
}

const isText = (bytes: Uint8Array): boolean => !bytes.subarray(0, 8000).includes(0);

/** The text of a file, or the texts of an archive; what cannot be opened is said. */
async function textsOf(local: LocalFile): Promise<LocalText[]> {
  const { file } = local;
  const path = local.path.replace(/^\/+/, "");
  if (file.size > FILE_MOST) {
    toast(`${path} is too large: at most 16 MB can be opened.`, "error");
    return [];
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isZip(bytes)) return archivedTexts(path, bytes);
  // Files of a folder belong together.
  if (isText(bytes)) return [{ path, text: decode(bytes), isAlone: !path.includes("/") }];
  toast(`${path} is not a text file: it contains zero bytes.`, "error");
  return [];
}

async function archivedTexts(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<LocalText[]> {
  try {
    const { files, left } = await unzip(bytes);
    const texts = files.filter((file) => isText(file.bytes));
    const others = files.filter((file) => !texts.includes(file)).map(({ path }) => path);
    const missing = [...left, ...others];
    if (missing.length > 0) toast(`Not opened of ${name}: ${named(missing)}.`);
    else if (texts.length === 0) toast(`${name} has no files.`);
    return texts.map(({ path, bytes }) => ({
      path,
      text: decode(bytes),
      isAlone: texts.length === 1,
    }));
  } catch (error) {
    toast(`${name} cannot be opened: ${words(error)}.`, "error");
    return [];
  }
}

/**
 * Gives a document's editor the focus once the page shows it: effects run when the command is over,
 * and the next frame would be too late for what is typed until then. An editor that could not be
 * focused yet gets it with that frame, unless something else has it by then.
 */
function focusSoon(shown: StudioDocument): void {
  queueMicrotask(() => shown.view?.focus());
  requestAnimationFrame(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree) shown.view?.focus();
  });
}

export class Actions {
  /** What the search side shows: uses of a name, or a word in all files. */
  readonly found = signal<{ title: string; places: readonly Found[] } | undefined>(undefined);
  showSide: (id: string) => void = () => undefined;
  /** Where one part is shown at a time, that is the program; set by the shell. */
  showCode: () => void = () => undefined;
  /** Takes away what was said about files that were closed. */
  private endClosed: () => void = () => undefined;

  constructor(private readonly studio: Studio) {}

  private get documents(): Studio["documents"] {
    return this.studio.documents;
  }

  showWork(side?: string): void {
    this.studio.page.set("work");
    if (side !== undefined) this.showSide(side);
    else this.showCode();
  }

  async open(path: string, line: number, column = 0): Promise<void> {
    try {
      const document = this.documents.find(path) ?? (await this.documents.openFile(path));
      this.documents.show(document);
      this.showWork();
      requestAnimationFrame(() => {
        if (document.view !== undefined) {
          reveal(document.view, line, column);
          document.view.focus();
        }
      });
    } catch (error) {
      toast(words(error), "error");
    }
  }

  async openFile(path: string): Promise<void> {
    if (await this.openBehind(path)) this.showWork();
  }

  /** Opens a file, whatever page is in front; whether it could be opened. */
  async openBehind(path: string): Promise<boolean> {
    try {
      this.documents.show(await this.documents.openFile(path));
      this.documents.addRecent({ title: fileName(path), path });
      return true;
    } catch (error) {
      toast(words(error), "error");
      return false;
    }
  }

  async openExample(id: string, isRun = false): Promise<void> {
    const example = await this.studio.attempt("openExample", { example: id });
    if (example === undefined) return;
    const title = example.roots[0] ?? id;
    // An example's input is offered, so that whoever runs it sees what it is given.
    const { stdin, endsInput, ...options } = example.options;
    this.openShared({ ...example, options, title: id });
    if (stdin !== undefined) this.studio.offerInput(stdin.replace(/\n$/, ""));
    this.documents.addRecent({ title: id === "" ? title : id, example: id });
    if (isRun) await this.studio.run.start(true);
  }

  /** Opens a set of files as a project of this browser; other tabs are closed. */
  private openShared(shared: Shared): void {
    this.studio.run.leave();
    const isIn = ({ kind, isDirty }: StudioDocument): boolean =>
      kind === "scratch" || !isDirty.peek();
    this.close(...this.documents.list.peek().filter(isIn));
    // The project first: its files are no strangers to each other then.
    this.documents.setProject(shared.title, shared.roots, shared.options);
    const made = shared.files.map(({ path, text }) =>
      this.documents.add({ path, kind: "scratch", text }),
    );
    const first = made.find((document) => document.path === shared.roots[0]) ?? made[0];
    if (first !== undefined) this.documents.show(first);
    this.showWork();
  }

  /** Opens programs beside whatever is open, without touching it; a single one stands alone. */
  openBeside({ files, roots, options }: OpenableProgram): void {
    this.studio.run.leave();
    const isAlone = roots.length < 2;
    const made = files.map(({ path, text }) => {
      const known = this.documents.find(path);
      if (known?.text.toString() === text) return known;
      const stem = path.replace(/\.\w+$/, "");
      const free = known === undefined ? path : this.documents.freeName(stem);
      return this.documents.add({ path: free, kind: "scratch", text, isAlone });
    });
    if (!isAlone) this.documents.setProject(undefined, roots, options);
    else if (options.stdin !== undefined) {
      const { project, roots: now } = this.documents;
      this.documents.setProject(project.peek(), now.peek(), options);
    }
    const first = made[0];
    if (first === undefined) return;
    this.documents.show(first);
    this.showWork();
    focusSoon(first);
  }

  /** A page that shows a program by itself, for a frame; the static edition has one. */
  async embedAddress({ files, roots, options }: OpenableProgram): Promise<string | undefined> {
    if (this.studio.line.carrier.kind !== "worker") return undefined;
    const fragment = await pack({ files, roots, options });
    return new URL(`embed.html#${fragment}`, document.baseURI).href;
  }

  /** Whether programs can be shown in frames. */
  get canEmbed(): boolean {
    return this.studio.line.carrier.kind === "worker";
  }

  exampleMenu(event: Event, examples: readonly Example[]): void {
    const entries = examples.map((example) => ({
      title: `${example.title}: ${example.summary}`,
      run: () => void this.openExample(example.id),
    }));
    menu(spotOf(event), entries, "Programs");
  }

  openRecent(entry: Recent): void {
    if (entry.example !== undefined) void this.openExample(entry.example);
    else if (entry.path !== undefined) void this.openFile(entry.path);
  }

  newFile(): void {
    this.studio.run.leave();
    const path = this.documents.freeName("untitled");
    // What was set in a program of this name before is not about this one.
    this.studio.breakpoints.forget([path]);
    this.documents.startAtMain(path, false);
    const document = this.documents.add({ path, kind: "scratch", text: "", isAlone: true });
    this.documents.show(document);
    this.showWork();
    focusSoon(document);
  }

  /** Opens files of this computer, and what is in archives: dropped, or chosen in a dialog. */
  async openLocal(files: readonly LocalFile[]): Promise<void> {
    const found: LocalText[] = [];
    for (const file of files) found.push(...(await textsOf(file)));
    if (found.length > FILES_MOST) toast(`Only ${FILES_MOST} files are opened.`, "error");
    const opened = found.slice(0, FILES_MOST).map((file) => this.openText(file));
    const sources = opened.filter((document) => /\.(asm|s)$/i.test(document.path));
    const first =
      sources.find((document) => /main\.(asm|s)$/i.test(document.path)) ?? sources[0] ?? opened[0];
    if (first === undefined) return;
    this.studio.run.leave();
    this.documents.show(first);
    this.showWork();
    toast(`Opened ${counted(opened.length, "file")}; they stay in this browser.`, "good");
  }

  /** Opens a text that came from outside, in place of what is open by its name. */
  private openText({ path, text, isAlone }: LocalText): StudioDocument {
    const known = this.documents.find(path);
    if (known?.text.eq(toText(text)) === true) return known;
    if (known !== undefined) this.close(known);
    return this.documents.add({ path, kind: "scratch", text, isAlone });
  }

  /** Closes files; texts that are nowhere else can be had back. */
  close(...list: readonly StudioDocument[]): void {
    const kept = list.filter((document) => this.documents.close(document));
    if (kept.length === 0) return;
    const names = named(kept.map(({ path }) => path));
    const what = kept.length === 1 ? "was closed; its text is" : "were closed; their texts are";
    const again = async (): Promise<void> => {
      for (let left = kept.length; left > 0; left -= 1) await this.reopen();
    };
    this.endClosed();
    const actions = [{ title: "Reopen", run: () => void again() }];
    this.endClosed = toast(`${names} ${what} kept in this browser.`, "info", actions, true);
  }

  /** Opens the file that was closed last with the text that was not saved. */
  async reopen(): Promise<void> {
    try {
      await this.documents.reopen();
      this.showWork();
    } catch (error) {
      toast(words(error), "error");
    }
  }

  async save(): Promise<void> {
    const document = this.documents.active.peek();
    if (document === undefined) return;
    if (document.kind === "scratch") {
      await this.saveScratch(document);
      return;
    }
    try {
      await this.documents.save(document);
      toast(`Saved ${document.path}`, "good");
    } catch (error) {
      if (error instanceof RequestError && error.code === "changed-on-disk") {
        document.hasConflict.set(true);
      } else toast(`${words(error)}. ${this.documents.refuge()}`, "error");
    }
  }

  /** Saves every file of the folder that has changed; the others are kept in the browser. */
  async saveAll(): Promise<void> {
    const dirty = this.documents.list.peek().filter((document) => document.isDirty.peek());
    for (const document of dirty) {
      try {
        await this.documents.save(document);
      } catch (error) {
        const isOther = error instanceof RequestError && error.code === "changed-on-disk";
        if (isOther) document.hasConflict.set(true);
        toast(`${document.path}: ${words(error)}. ${this.documents.refuge()}`, "error");
        return;
      }
    }
    this.documents.keep();
    toast(
      dirty.length === 0 ? "Nothing to save." : `Saved ${counted(dirty.length, "file")}.`,
      "good",
    );
  }

  /** Without a folder the browser is the disk; with one, a scratch can become a file of it. */
  private async saveScratch(document: StudioDocument): Promise<void> {
    const workspace = this.studio.line.hello.peek()?.workspace;
    if (workspace?.name === undefined || workspace.isReadOnly) {
      const isKept = this.documents.keep();
      if (!isKept) toast("The browser has no room left: download the project instead.", "error");
      else
        toast("Kept in this browser.", "good", [
          { title: "Download", run: () => void this.downloadZip() },
        ]);
      return;
    }
    const path = await ask({ title: "Save as", value: document.path, action: "Save" });
    if (path === undefined || path.trim() === "") return;
    try {
      const text = document.text.toString();
      await this.studio.line.ask("save", { path, text });
      this.documents.drop(document);
      await this.documents.listFiles();
      await this.openFile(path);
    } catch (error) {
      const isTaken = error instanceof RequestError && error.code === "changed-on-disk";
      const why = isTaken ? `There is a file ${path} already: choose another name` : words(error);
      toast(`${why}. ${this.documents.refuge()}`, "error");
    }
  }

  /** Opens the field that finds and replaces in the file that is shown. */
  find(): void {
    const view = this.documents.active.peek()?.view;
    if (view !== undefined) openSearchPanel(view);
  }

  async rename(): Promise<void> {
    const document = this.documents.active.peek();
    const view = document?.view;
    if (document === undefined || view === undefined) return;
    this.documents.sync();
    const head = view.state.selection.main.head;
    const word = view.state.wordAt(head);
    const position = positionOf(view.state.doc, head);
    const old = word === null ? "" : view.state.sliceDoc(word.from, word.to);
    const name = await ask({ title: `Rename ${old}`, value: old, action: "Rename" });
    if (name === undefined || name === old) return;
    const answer = await this.studio.attempt("rename", { path: document.path, position, name });
    if (answer === undefined) return;
    const files = await this.documents.apply(answer.edits);
    toast(
      `Renamed in ${counted(answer.edits.length, "place")} of ${counted(files, "file")}.`,
      "good",
    );
  }

  async definition(document: StudioDocument, offset: number): Promise<void> {
    this.documents.sync();
    const position = positionOf(document.text, offset);
    const answer = await this.studio.ask("definition", { path: document.path, position });
    const place = answer?.places[0];
    if (place === undefined) toast("Nothing is defined under this name.");
    else await this.open(place.path, place.span.from[0], place.span.from[1]);
  }

  async references(): Promise<void> {
    const document = this.documents.active.peek();
    const view = document?.view;
    if (document === undefined || view === undefined) return;
    this.documents.sync();
    const head = view.state.selection.main.head;
    const position = positionOf(view.state.doc, head);
    const answer = await this.studio.ask("references", { path: document.path, position });
    const word = view.state.wordAt(head);
    const name = word === null ? "" : view.state.sliceDoc(word.from, word.to);
    const places = (answer?.places ?? []).map(({ path, span }) => {
      const text = this.documents.find(path)?.text;
      const line =
        text !== undefined && span.from[0] < text.lines ? text.line(span.from[0] + 1).text : "";
      return { path, span, text: line.trim() };
    });
    this.found.set({ title: `Uses of ${name}`, places });
    this.showSide("search");
  }

  async format(): Promise<void> {
    const document = this.documents.active.peek();
    if (document === undefined) return;
    this.documents.sync();
    const answer = await this.studio.attempt("format", { path: document.path });
    if (answer === undefined) return;
    if (answer.edits.length === 0) toast("Nothing to change: the columns are as they should be.");
    else await this.documents.apply(answer.edits);
  }

  /** What F5 would assemble, with everything that it needs to be assembled elsewhere. */
  private async program(): Promise<Shared | undefined> {
    const files = await this.documents.program();
    if (files.length === 0) {
      toast("Open a program first.");
      return undefined;
    }
    const title = this.documents.project.peek();
    const roots = [...this.documents.runs.peek()];
    return {
      files,
      roots,
      options: this.documents.optionsOf(roots),
      ...(title === undefined ? {} : { title }),
    };
  }

  async share(): Promise<void> {
    const program = await this.program();
    if (program === undefined) return;
    const fragment = await pack(program);
    if (fragment.length > LINK_MOST) {
      toast("The program is too long for a link.", "error", [
        { title: "Download instead", run: () => void this.downloadZip() },
      ]);
      return;
    }
    const address = `${shareBase()}#${fragment}`;
    try {
      await navigator.clipboard.writeText(address);
      toast(
        `The link is in the clipboard. It carries ${taken(program)}; nothing is uploaded.`,
        "good",
      );
    } catch {
      await ask({ title: "Share link", value: address, action: "Done" });
    }
  }

  /** Opens the program that the address carries; whether there was one. */
  async openLink(isEmbedded = false): Promise<boolean> {
    try {
      const shared = await unpack(location.hash);
      if (shared === undefined) return false;
      this.studio.breakpoints.forget(shared.files.map(({ path }) => path));
      this.openShared({ ...shared, title: shared.title ?? "shared" });
      // A frame keeps its address, so that it can be loaded again.
      if (isEmbedded) return true;
      history.replaceState(null, "", location.pathname + location.search);
      toast("Opened from a link. Nothing runs until you press Run.");
      return true;
    } catch (error) {
      toast(words(error), "error");
      return false;
    }
  }

  async downloadZip(): Promise<void> {
    const program = await this.program();
    if (program === undefined) return;
    const { files, title } = program;
    const name = (title ?? fileName(files[0]?.path ?? "program")).replace(/\.(asm|s)$/i, "");
    const archive = `${name.replace(/[^\w.-]+/g, "-")}.zip`;
    download(archive, await zip(files));
    toast(`${archive} has ${taken(program)}.`, "good");
  }

  /** Looks for a word in everything that F5 would assemble, and in what is open besides. */
  async search(word: string): Promise<void> {
    if (word === "") return;
    const files = new Map((await this.documents.program()).map(({ path, text }) => [path, text]));
    for (const { path, text } of this.documents.list.peek()) files.set(path, text.toString());
    const places: Found[] = [];
    for (const [path, text] of files) {
      for (const [number, line] of text.split("\n").entries()) {
        const at = line.toLowerCase().indexOf(word.toLowerCase());
        if (at < 0 || places.length >= FOUND_MOST) continue;
        const span: Span = { from: [number, at], to: [number, at + word.length] };
        places.push({ path, span, text: line.trim() });
      }
    }
    this.found.set({ title: `“${word}” in ${counted(files.size, "file")}`, places });
  }

  /** A form for condition, count and message of a breakpoint. */
  async editBreakpoint(item: Breakpoint): Promise<void> {
    const condition = await ask({
      title: "Stop only when",
      text: h(
        "p",
        { class: "quiet" },
        "An expression such as ",
        h("code", {}, "$t0 == 4"),
        ". Leave it empty to stop always.",
      ),
      value: item.condition ?? "",
      placeholder: "$t0 == 4",
      action: "Set",
    });
    if (condition === undefined) return;
    const { condition: before, ...rest } = item;
    const text = condition.trim();
    this.studio.breakpoints.put(text === "" ? rest : { ...rest, condition: text });
  }

  async editLog(item: Breakpoint): Promise<void> {
    const log = await ask({
      title: "Say instead of stopping",
      text: h(
        "p",
        { class: "quiet" },
        "Expressions stand in braces: ",
        h("code", {}, "i is {$s0}"),
        ".",
      ),
      value: item.log ?? "",
      placeholder: "i is {$s0}",
      action: "Set",
    });
    if (log === undefined) return;
    const { log: before, ...rest } = item;
    this.studio.breakpoints.put(log.trim() === "" ? rest : { ...rest, log: log.trim() });
  }

  breakpointMenu(path: string, line: number, spot: { x: number; y: number }): void {
    const { breakpoints } = this.studio;
    const known = breakpoints.at(path, line);
    const make = (): Breakpoint => {
      if (known !== undefined) return known;
      breakpoints.add({ path, line, enabled: true });
      return breakpoints.at(path, line) ?? { id: `${path}:${line}`, path, line };
    };
    menu(
      spot,
      [
        {
          title: known === undefined ? "Stop here" : "Remove the breakpoint",
          key: "F9",
          run: () => {
            breakpoints.toggle(path, line);
          },
        },
        {
          title: known?.condition === undefined ? "Stop when …" : "Change the condition …",
          run: () => void this.editBreakpoint(make()),
        },
        { title: "Print a message instead …", run: () => void this.editLog(make()) },
        ...(known === undefined
          ? []
          : [
              {
                title: known.enabled === false ? "Enable" : "Disable",
                run: () => {
                  breakpoints.put({ ...known, enabled: known.enabled === false });
                },
              },
            ]),
        null,
        { title: "Run to this line", run: () => void this.studio.run.toLine({ path, line }) },
      ],
      `Line ${line + 1}`,
    );
  }
}

/** Which files were taken, in few words. */
function taken({ files }: Shared): string {
  const list = named(files.map(({ path }) => path));
  return files.length === 1 ? list : `${counted(files.length, "file")}: ${list}`;
}

/** UTF-8 if it is, else what Windows editors write. */
/** The first names of many. */
function named(paths: readonly string[]): string {
  const more = paths.length - NAMED_MOST;
  const first = paths.slice(0, NAMED_MOST).map(fileName).join(", ");
  return more > 0 ? `${first} and ${more} more` : first;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
