/** The side: files, outline, search; and the rail that chooses between them and the pages. */

import { h, type Child } from "../base/dom";
import { byFolder, bytes, fileName, folderOf, stemAndEnding } from "../base/format";
import { icon, type IconName } from "../base/icons";
import { computed, effect, signal } from "../base/reactive";
import type { StudioDocument } from "../model/document";
import type { Lessons } from "../model/lessons";
import type { Manual } from "../model/manual";
import type { Feature, FileEntry, OutlineSymbol } from "../model/protocol";
import type { Page, Studio } from "../model/studio";
import { learnSide } from "../pages/learn";
import { manualSide } from "../pages/manual";
import type { Actions, Found } from "./actions";
import type { Layout } from "./layout";

type SideId = "files" | "outline" | "search" | "learn" | "manual";
const SIDES: readonly [SideId, IconName, string][] = [
  ["files", "files", "Files"],
  ["outline", "outline", "Outline"],
  ["search", "search", "Search"],
  ["learn", "learn", "Learn"],
  ["manual", "manual", "Manual"],
];
/** What needs more room than a list of files. */
const WIDE: readonly SideId[] = ["learn", "manual"];
const PAGES: readonly [Page & Feature, IconName, string][] = [
  ["games", "games", "Games"],
  ["check", "check", "Check"],
  ["manual", "manual", "Manual"],
];

/** An outline without its levels: what is inside follows what it is in. */
function flat(symbols: readonly OutlineSymbol[]): OutlineSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...flat(symbol.children ?? [])]);
}

/** A file whose name keeps it from being opened. */
function unusable(path: string): HTMLElement {
  const why = path.includes("\u{fffd}")
    ? "its name is not valid UTF-8"
    : "its name has a character that not every system allows";
  const title = `${path}: ${why}; rename it`;
  return h("li", { class: "tree-row unusable", title }, h("span", {}, path), h("span", {}, why));
}

export class Side {
  readonly shown = signal<SideId>("files");

  constructor(
    private readonly studio: Studio,
    private readonly layout: Layout,
    private readonly actions: Actions,
    private readonly lessons: Lessons,
    private readonly manual: Manual,
  ) {
    actions.showSide = (id) => {
      this.shown.set(id as SideId);
      layout.isSideOpen.set(true);
      layout.part.set("side");
    };
    actions.showCode = () => {
      layout.part.set("code");
    };
  }

  open(path: string, line: number, column = 0): Promise<void> {
    return this.actions.open(path, line, column);
  }

  rail(): HTMLElement {
    const { studio, layout } = this;
    const page = (id: Page, name: IconName, title: string): HTMLElement =>
      h(
        "button",
        {
          class: "rail-button",
          title,
          "aria-label": title,
          "aria-current": () => (studio.page() === id ? "page" : null),
          onclick: () => {
            studio.choosePage(id);
          },
        },
        icon(name),
        h("span", {}, title),
      );
    const side = ([id, name, title]: (typeof SIDES)[number]): HTMLElement =>
      h(
        "button",
        {
          class: "rail-button",
          title,
          "aria-label": title,
          "aria-pressed": () =>
            String(studio.page() === "work" && this.shown() === id && layout.isSideOpen()),
          onclick: () => {
            const isSame = studio.page.peek() === "work" && this.shown.peek() === id;
            if (id === "learn" && !isSame) {
              void this.learn();
              return;
            }
            studio.page.set("work");
            this.shown.set(id);
            if (isSame) layout.toggleSide();
            else layout.isSideOpen.set(true);
          },
        },
        icon(name),
        h("span", {}, title),
      );
    // The service says again what it has when the line was lost: a button that is made anew under
    // the pointer is not clicked.
    const hasLessons = computed(() => studio.has("lessons"));
    const there = computed(() => PAGES.flatMap(([id]) => (studio.has(id) ? [id] : [])).join(" "));
    return h(
      "nav",
      { class: "rail", "aria-label": "Parts of the studio" },
      page("start", "home", "Start"),
      SIDES.slice(0, 3).map(side),
      () => (hasLessons() ? SIDES.slice(3, 4).map(side) : null),
      h("span", { class: "rail-gap" }),
      () =>
        PAGES.filter(([id]) => there().includes(id)).map(([id, name, title]) =>
          page(id, name, title),
        ),
    );
  }

  /** Shows the step of a lesson that is next, and its program. */
  async learn(name?: string): Promise<void> {
    const { lessons } = this;
    await lessons.load();
    if (name !== undefined) lessons.pick(name);
    const step = lessons.current.peek();
    if (step === undefined) return;
    lessons.resume(step);
    this.actions.showWork("learn");
  }

  /** Shows an article beside the program. */
  explain(name: string): void {
    void this.manual.open(name);
    this.actions.showWork("manual");
  }

  element(): HTMLElement {
    return h(
      "aside",
      {
        class: () => (WIDE.includes(this.shown()) ? "side wide" : "side"),
        "aria-label": "Side",
      },
      h("h2", {}, () => SIDES.find(([id]) => id === this.shown())?.[2] ?? ""),
      () => {
        switch (this.shown()) {
          case "files":
            return this.files();
          case "outline":
            return this.outline();
          case "search":
            return this.search();
          case "learn":
            return learnSide(this.studio, this.lessons, this.manual, this.actions);
          case "manual":
            return manualSide(this.manual, this.actions);
        }
      },
    );
  }

  private files(): HTMLElement {
    const { documents } = this.studio;
    return h(
      "div",
      { class: "side-body" },
      // The folder stands first and does not move when a file of it is opened.
      () => {
        const all = documents.files();
        const name = this.studio.line.hello()?.workspace.name;
        // The browser's own folder is there once something is in it.
        const isUnused = this.studio.line.carrier.kind === "worker" && all.length === 0;
        return name === undefined || isUnused ? null : this.section(name, this.tree(all));
      },
      () => {
        const hasFolder = this.studio.line.hello()?.workspace.name !== undefined;
        const isListed = (path: string): boolean =>
          hasFolder && documents.files().some((file) => file.path === path);
        const others = documents.list().filter(({ path }) => !isListed(path));
        if (hasFolder && others.length === 0) return null;
        const isWorker = this.studio.line.carrier.kind === "worker";
        const besides = isWorker ? "Not saved yet" : "In this browser";
        const title = documents.project() ?? (hasFolder ? besides : "Open");
        return this.section(
          title,
          others.map((one) => this.opened(one)),
        );
      },
      () => {
        const names = documents.unusable();
        if (names.length === 0) return null;
        return this.section("Cannot be opened", names.map(unusable));
      },
      h(
        "div",
        { class: "side-actions" },
        h(
          "button",
          {
            class: "small",
            onclick: () => {
              this.actions.newFile();
            },
          },
          icon("plus"),
          "New",
        ),
        h(
          "button",
          { class: "small", onclick: () => void this.actions.downloadZip() },
          icon("download"),
          "Zip",
        ),
        h(
          "button",
          { class: "small", onclick: () => void this.actions.share() },
          icon("share"),
          "Share",
        ),
      ),
    );
  }

  private section(title: string, children: Child): HTMLElement {
    return h("section", {}, h("h3", {}, title), h("ul", { class: "tree" }, children));
  }

  /** The mark that a file is assembled with the project. */
  private rootMark(path: string): HTMLElement {
    const { documents } = this.studio;
    const isRoot = (): boolean => documents.roots().includes(path);
    return h(
      "button",
      {
        class: () => (isRoot() ? "root on" : "root"),
        "aria-pressed": () => String(isRoot()),
        title: () =>
          isRoot()
            ? "Assembled with the project; click to leave it out"
            : "Not assembled by itself; click to assemble it with the project",
        "aria-label": `Assemble ${path} with the project`,
        onclick: () => {
          const now = documents.roots.peek();
          const next = isRoot() ? now.filter((other) => other !== path) : [...now, path];
          documents.setProject(documents.project.peek(), next, documents.options.peek());
        },
      },
      icon("check"),
    );
  }

  private opened(document: StudioDocument): HTMLElement {
    const { documents } = this.studio;
    return h(
      "li",
      { class: "tree-row" },
      h(
        "button",
        {
          class: "row",
          title: document.path,
          "aria-label": () => fileName(document.path) + (document.isDirty() ? ", not saved" : ""),
          "aria-current": () => (documents.active() === document ? "true" : null),
          onclick: () => {
            documents.show(document);
            this.actions.showWork();
          },
        },
        icon("files"),
        fileTitle(document.path),
        () => (document.isDirty() ? h("span", { class: "dirty", title: "not saved" }, "●") : null),
      ),
      this.rootMark(document.path),
    );
  }

  private tree(files: readonly FileEntry[]): Child {
    let folder = "";
    return byFolder(files.slice(0, 2000)).flatMap((file) => {
      const own = folderOf(file.path);
      const head = own === folder ? [] : [h("li", { class: "tree-folder" }, icon("folder"), own)];
      folder = own;
      return [...head, this.file(file, own !== "")];
    });
  }

  /** A file of the folder; once it is open, its row tells what the others tell. */
  private file(file: FileEntry, isDeep: boolean): HTMLElement {
    const { documents } = this.studio;
    const open = (): StudioDocument | undefined =>
      documents.list().find((document) => document.path === file.path);
    const isDirty = (): boolean => open()?.isDirty() === true;
    return h(
      "li",
      { class: "tree-row" },
      h(
        "button",
        {
          class: () => `row${isDeep ? " deep" : ""}${open() === undefined ? "" : " open"}`,
          title: `${file.path}, ${bytes(file.size)}`,
          "aria-label": () => fileName(file.path) + (isDirty() ? ", not saved" : ""),
          "aria-current": () => (documents.active()?.path === file.path ? "true" : null),
          onclick: () => void this.actions.openFile(file.path),
        },
        icon("files"),
        fileTitle(file.path),
        () => (isDirty() ? h("span", { class: "dirty", title: "not saved" }, "●") : null),
      ),
      this.rootMark(file.path),
    );
  }

  private outline(): HTMLElement {
    const { documents } = this.studio;
    const symbols = signal<readonly OutlineSymbol[]>([]);
    const source = computed(() => {
      const document = documents.active();
      return document === undefined ? undefined : { document, revision: document.revision() };
    });
    effect(() => {
      const now = source();
      if (now === undefined) return;
      void this.studio.ask("symbols", { path: now.document.path }).then((answer) => {
        symbols.set(flat(answer?.symbols ?? []));
      });
    });
    return h("div", { class: "side-body" }, () =>
      symbols().length === 0
        ? h("p", { class: "quiet none" }, "The labels and macros of the file are listed here.")
        : h(
            "ul",
            { class: "tree" },
            symbols()
              .slice(0, 2000)
              .map((symbol) =>
                h(
                  "li",
                  { class: "tree-row" },
                  h(
                    "button",
                    {
                      class: `row symbol ${symbol.kind}`,
                      title: symbol.detail,
                      onclick: () => {
                        const path = documents.active.peek()?.path ?? "";
                        void this.actions.open(path, symbol.span.from[0], symbol.span.from[1]);
                      },
                    },
                    h("span", { class: "title mono" }, symbol.name),
                    h("span", { class: "quiet" }, symbol.detail ?? symbol.kind),
                  ),
                ),
              ),
          ),
    );
  }

  private search(): HTMLElement {
    const { actions } = this;
    const run = (event: Event): void => {
      event.preventDefault();
      const input = (event.currentTarget as HTMLFormElement).querySelector("input");
      void actions.search(input?.value ?? "");
    };
    const field = h("input", {
      class: "grow",
      placeholder: "Find in the program",
      "aria-label": "Find in the program",
      spellcheck: "false",
    });
    requestAnimationFrame(() => {
      field.focus();
    });
    return h(
      "div",
      { class: "side-body" },
      h("form", { class: "bar", role: "search", onsubmit: run }, field),
      () => {
        const found = actions.found();
        if (found === undefined)
          return h(
            "p",
            { class: "quiet none" },
            "Type a word and press Enter. Shift+F12 in the editor lists the uses of a label.",
          );
        return h(
          "section",
          {},
          h("h3", {}, `${found.title} (${found.places.length})`),
          h(
            "ul",
            { class: "tree" },
            found.places.map((place) => this.place(place)),
          ),
        );
      },
    );
  }

  private place(place: Found): HTMLElement {
    const [line, column] = place.span.from;
    return h(
      "li",
      { class: "tree-row" },
      h(
        "button",
        {
          class: "row found",
          onclick: () => void this.actions.open(place.path, line, column),
        },
        h("span", { class: "quiet mono" }, `${fileName(place.path)}:${line + 1}`),
        h("span", { class: "title mono" }, place.text),
      ),
    );
  }
}

function fileTitle(path: string): HTMLElement {
  const [stem, ending] = stemAndEnding(fileName(path));
  return h("span", { class: "title file" }, h("span", { class: "stem" }, stem), ending);
}
