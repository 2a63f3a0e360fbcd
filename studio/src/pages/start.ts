/** The start page: the five projects, examples, what was open lately, and a place to begin. */

import { h, prose, type Child } from "../base/dom";
import { icon, type IconName } from "../base/icons";
import { effect, signal } from "../base/reactive";
import type { Example, ExampleGroup } from "../model/protocol";
import { GAMES, type Games } from "../model/games";
import { LESSON_FILE } from "../model/lessons";
import type { Studio } from "../model/studio";
import { keyName, type Commands } from "../shell/commands";
import type { Actions } from "../shell/actions";
import { art } from "./art";

function action(name: IconName, title: string, key: string, run: () => void): HTMLElement {
  return h(
    "button",
    { class: "start-action", onclick: run },
    icon(name),
    h("span", { class: "title" }, title),
    key === "" ? null : h("kbd", {}, keyName(key)),
  );
}

/** The first example of each project stands for it; the others are listed with it. */
export function projectsOf(groups: readonly ExampleGroup[]): Map<string, Example[]> {
  const projects = new Map<string, Example[]>();
  for (const example of groups.flatMap((group) => group.examples)) {
    const { project } = example;
    if (project !== undefined) projects.set(project, [...(projects.get(project) ?? []), example]);
  }
  return projects;
}

function card(
  actions: Actions,
  games: Games | undefined,
  project: string,
  examples: Example[],
): HTMLElement {
  const [first, ...others] = examples;
  if (first === undefined) return h("li");
  const game = games && GAMES.find((name) => name === project);
  return h(
    "li",
    { class: "card" },
    h(
      "button",
      {
        class: "card-main",
        "data-example": first.id,
        onclick: () => void actions.openExample(first.id),
      },
      art(project),
      h("h3", {}, first.title),
      h("p", {}, prose(first.summary)),
    ),
    h(
      "div",
      { class: "card-actions" },
      h(
        "button",
        { class: "primary small", onclick: () => void actions.openExample(first.id, true) },
        icon("run"),
        "Run",
      ),
      h("button", { class: "small", onclick: () => void actions.openExample(first.id) }, "Open"),
      game === undefined
        ? null
        : h("button", { class: "small", onclick: () => void games?.take(game) }, "Play"),
      others.length === 0
        ? null
        : h(
            "button",
            {
              class: "small plain",
              "aria-label": `${others.length} more programs of ${first.title}`,
              onclick: (event: Event) => {
                actions.exampleMenu(event, others);
              },
            },
            `${others.length} more`,
            icon("down"),
          ),
    ),
  );
}

/** One line of a list that opens something. */
function row(name: IconName, title: string, detail: Child, onclick: () => void): HTMLElement {
  return h(
    "li",
    {},
    h(
      "button",
      { class: "row", onclick },
      icon(name),
      h("span", { class: "title" }, title),
      h("span", { class: "quiet" }, detail),
    ),
  );
}

function hero(studio: Studio, commands: Commands, actions: Actions): HTMLElement {
  const command = (id: string) => (): void => {
    commands.run(id);
  };
  const folder = (): HTMLElement => {
    const name = studio.line.hello()?.workspace.name;
    // The folder of the browser has what was saved there: files are brought in first.
    const isUnused = studio.line.carrier.kind === "worker" && studio.documents.files().length === 0;
    if (name === undefined || isUnused) {
      return action("folder", "Open files …", "Mod-o", command("openLocal"));
    }
    return action("folder", `Folder ${name}`, "", () => {
      actions.showWork("files");
    });
  };
  const work = (): HTMLElement =>
    studio.documents.list().length === 0
      ? action("palette", "All commands", "Mod-k", command("palette"))
      : action("right", "Back to your work", "", () => {
          studio.page.set("work");
        });
  const about =
    "MIPS assembly in MARS’s dialect, with the machine beside the code and time along the top.";
  return h(
    "header",
    { class: "hero" },
    h("h1", {}, "Write it, run it, ", h("em", {}, "step back"), "."),
    h("p", {}, about),
    h(
      "div",
      { class: "start-actions" },
      action("plus", "New program", "Alt-n", command("new")),
      () => {
        if (!studio.has("lessons")) return null;
        const hasOwn = studio.documents.files().some((file) => file.path === LESSON_FILE);
        return hasOwn
          ? action("learn", "The lesson of this folder", "", command("folderLesson"))
          : action("learn", "The first hour", "", command("learn"));
      },
      folder,
      work,
    ),
  );
}

function section(id: string, title: string, list: string, children: () => Child): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": id },
    h("h2", { id }, title),
    h("ul", { class: list }, children),
  );
}

export function startPage(
  studio: Studio,
  commands: Commands,
  actions: Actions,
  games: Games,
): HTMLElement {
  const groups = signal<readonly ExampleGroup[] | undefined>(undefined);
  effect(() => {
    if (studio.line.state() !== "open" || groups.peek() !== undefined) return;
    void studio.ask("examples", {}).then((answer) => {
      groups.set(answer?.groups);
    });
  });
  const projects = (): Child => {
    const list = groups();
    if (list === undefined) {
      return Array.from({ length: 5 }, () => h("li", { class: "card waiting" }));
    }
    const played = studio.has("games") ? games : undefined;
    return [...projectsOf(list)].map(([project, all]) => card(actions, played, project, all));
  };
  const examples = (): Child =>
    (groups() ?? [])
      .flatMap((group) => group.examples)
      .filter((example) => example.project === undefined)
      .map(({ id, title, summary }) =>
        row("files", title, prose(summary), () => void actions.openExample(id)),
      );
  const recent = (): Child => {
    // Files of another folder cannot be opened here.
    const isHere = (path: string): boolean =>
      studio.documents.files().some((file) => file.path === path);
    const list = studio.documents
      .recent()
      .filter(({ path, example }) => example !== undefined || (path !== undefined && isHere(path)));
    if (list.length === 0) return h("li", { class: "quiet none" }, "What you open is listed here.");
    return list.map((entry) =>
      row("clock", entry.title, entry.path ?? "", () => {
        actions.openRecent(entry);
      }),
    );
  };
  const hint = "Drop files or a folder anywhere on this page to open them.";
  const inner = h(
    "div",
    { class: "start-inner" },
    hero(studio, commands, actions),
    section("projects-title", "Projects", "cards", projects),
    h(
      "div",
      { class: "start-columns" },
      section("examples-title", "Examples", "rows", examples),
      section("recent-title", "Recent", "rows", recent),
    ),
    h("p", { class: "drop-hint quiet" }, hint),
  );
  return h("main", { class: "start", "aria-label": "Start" }, inner);
}
