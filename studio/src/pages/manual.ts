/** The manual: a page of its own with contents and article, and a narrow form beside the editor. */

import { h, type Child } from "../base/dom";
import { counted } from "../base/format";
import { icon } from "../base/icons";
import { effect } from "../base/reactive";
import type { Manual } from "../model/manual";
import type { ManualEntry } from "../model/protocol";
import type { Studio } from "../model/studio";
import type { Actions } from "../shell/actions";
import { Articles, type Follow } from "./article";

const SEARCH_AFTER = 60;
/** Below this width contents and article take turns, in pixels. */
const SMALL = 900;

/** Arrow keys go through a list of links; from its beginning back to the search. */
function walk(event: KeyboardEvent): void {
  const root = event.currentTarget as HTMLElement;
  const input = root.querySelector<HTMLInputElement>("input[type=search]");
  const list = [...root.querySelectorAll<HTMLElement>("button.entry")];
  const at = list.indexOf(document.activeElement as HTMLElement);
  const isInList = at >= 0 || document.activeElement === input;
  if (!isInList) return;
  if (event.key === "Escape" && at >= 0) input?.focus();
  else if (event.key === "ArrowDown") (list[at + 1] ?? list[at])?.focus();
  else if (event.key === "ArrowUp" && at >= 0) (list[at - 1] ?? input)?.focus();
  else return;
  event.preventDefault();
}

class ManualView {
  private readonly articles: Articles;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly manual: Manual,
    actions: Actions,
    private readonly isNarrow: boolean,
  ) {
    this.articles = new Articles(manual, actions, this.follow);
  }

  private readonly follow: Follow = (name) => {
    void this.manual.open(name);
  };

  private search(): HTMLElement {
    const input = h("input", {
      type: "search",
      class: "manual-search",
      placeholder: "add, print string, E0203, stack …",
      "aria-label": "Search the manual",
      spellcheck: "false",
      oninput: () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.manual.search(input.value), SEARCH_AFTER);
        // Where there is room for one of both, the list takes the place of the article.
        if (this.isNarrow || innerWidth < SMALL) this.manual.close();
      },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === "Enter") void this.openFirst(input.value);
      },
    });
    return input;
  }

  /** Opens the likeliest article about what was typed, also if the list is not there yet. */
  private async openFirst(query: string): Promise<void> {
    clearTimeout(this.timer);
    await this.manual.search(query);
    const name = this.manual.found.peek()?.entries[0]?.name;
    if (name !== undefined) this.follow(name);
  }

  private entry(one: ManualEntry): HTMLElement {
    const isOpen = (): boolean => this.manual.pages().some(({ name }) => name === one.name);
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: "entry row",
          "data-name": one.name,
          "aria-current": () => (isOpen() ? "true" : null),
          onclick: () => {
            this.follow(one.name);
          },
        },
        h("code", { class: "title" }, one.name),
        h("span", { class: "quiet" }, one.summary.replaceAll("`", "")),
      ),
    );
  }

  /**
   * The list is drawn anew when an answer arrives, also a late one after the keys have moved into
   * the list: the entry that has the focus then keeps it, or the search gets it back.
   */
  private keepFocus(): void {
    const held = document.activeElement;
    if (!(held instanceof HTMLElement) || !held.matches(".manual .contents .entry")) return;
    const root = held.closest(".manual");
    const name = CSS.escape(held.dataset.name ?? "");
    queueMicrotask(() => {
      if (held.isConnected) return;
      const entry = root?.querySelector<HTMLElement>(`.contents .entry[data-name="${name}"]`);
      (entry ?? root?.querySelector<HTMLElement>("input[type=search]"))?.focus();
    });
  }

  private contents(): Child {
    const found = this.manual.found();
    this.keepFocus();
    if (found === undefined) {
      return this.manual.sections().map(({ title, entries }, at) =>
        h(
          "details",
          { class: "section", open: at === 0 },
          h("summary", {}, title, " ", h("span", { class: "quiet" }, String(entries.length))),
          h(
            "ul",
            {},
            entries.map((one) => this.entry(one)),
          ),
        ),
      );
    }
    const { entries, query, near } = found;
    return [
      h(
        "p",
        { class: "quiet count", role: "status" },
        entries.length === 0 ? `Nothing about “${query}”.` : counted(entries.length, "article"),
      ),
      near === undefined
        ? null
        : h(
            "p",
            {},
            "Did you mean ",
            h(
              "button",
              {
                class: "link",
                onclick: () => {
                  this.follow(near);
                },
              },
              near,
            ),
            "?",
          ),
      h(
        "ul",
        {},
        entries.map((one) => this.entry(one)),
      ),
    ];
  }

  private article(): Child {
    const refusal = this.manual.refusal();
    if (refusal !== undefined) return h("p", { class: "error", role: "alert" }, refusal);
    const pages = this.manual.pages();
    if (pages.length === 0) return this.isNarrow ? null : this.welcome();
    return pages.map((page) => this.articles.element(page));
  }

  private back(): Child {
    if (this.manual.before().length > 0) {
      const back = (): void => void this.manual.back();
      return h("button", { class: "small plain", onclick: back }, icon("back"), "Back");
    }
    if (this.manual.pages().length === 0) return null;
    const close = (): void => {
      this.manual.close();
    };
    return h(
      "button",
      { class: "small plain to-contents", onclick: close },
      icon("outline"),
      "Contents",
    );
  }

  /** What the manual is, and its topics to begin with. */
  private welcome(): Child {
    const [topics] = this.manual.sections();
    return h(
      "div",
      { class: "welcome" },
      h("h2", {}, "Manual"),
      h(
        "p",
        {},
        "Everything one can type or read in a message, as ",
        h("code", {}, "jetan explain"),
        " has it. In the editor, ",
        h("kbd", {}, "Shift+F1"),
        " opens the article about the word at the cursor, beside the program.",
      ),
      h(
        "ul",
        { class: "topics" },
        (topics?.entries ?? []).map(({ name, summary }) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                class: "topic",
                onclick: () => {
                  this.follow(name);
                },
              },
              h("strong", {}, name),
              h("span", { class: "quiet" }, summary),
            ),
          ),
        ),
      ),
    );
  }

  element(): HTMLElement {
    const reading = h(
      "div",
      { class: "reading" },
      () => this.back(),
      () => this.article(),
    );
    effect(() => {
      this.manual.pages();
      reading.scrollTop = 0;
      reading.closest(".side")?.scrollTo(0, 0);
    });
    const isHidden = (): boolean => this.isNarrow && this.manual.pages().length > 0;
    const list = h("nav", { class: "contents", "aria-label": "Contents" }, () => this.contents());
    effect(() => {
      list.hidden = isHidden();
    });
    return h(
      "div",
      { class: this.isNarrow ? "manual narrow" : "manual", onkeydown: walk },
      h("div", { class: "finding" }, this.search(), list),
      reading,
    );
  }
}

export function manualSide(manual: Manual, actions: Actions): HTMLElement {
  void manual.load();
  return new ManualView(manual, actions, true).element();
}

export function manualPage(studio: Studio, manual: Manual, actions: Actions): HTMLElement {
  effect(() => {
    if (studio.line.state() !== "open" || studio.page() !== "manual") return;
    void manual.load();
    requestAnimationFrame(() => {
      page.querySelector<HTMLInputElement>("input[type=search]")?.focus();
    });
  });
  const page = h(
    "main",
    { class: "manual-page", "aria-label": "Manual" },
    h("h1", { class: "spoken" }, "Manual"),
    new ManualView(manual, actions, false).element(),
  );
  return page;
}
