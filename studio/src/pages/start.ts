/** The start page: the five projects, examples, what was open lately, and a place to begin. */

import { h, prose, type Child } from "../base/dom";
import { icon, type IconName } from "../base/icons";
import { effect, signal } from "../base/reactive";
import type { Example, ExampleGroup } from "../model/protocol";
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

function card(actions: Actions, studio: Studio, project: string, examples: Example[]): HTMLElement {
  const [first, ...others] = examples;
  if (first === undefined) return h("li");
  return h(
    "li",
    { class: "card" },
    h(
      "button",
      {
        class: "card-main",
        "aria-label": `Open ${first.title}`,
        onclick: () => void actions.openExample(first.id),
      },
      art(project),
      h("h3", {}, first.title),
      h("p", {}, prose(first.summary)),
    ),
    h(
      "div",
      { class: "card-actions" },
      h("button", { class: "primary small", onclick: () => void actions.openExample(first.id, true) }, icon("run"), "Run"),
      h("button", { class: "small", onclick: () => void actions.openExample(first.id) }, "Open"),
      () =>
        studio.has("games")
          ? h("button", { class: "small", onclick: () => { actions.openGame(project); } }, "Play")
          : null,
      others.length === 0
        ? null
        : h(
            "button",
            {
              class: "small plain",
              "aria-label": `More programs of ${first.title}`,
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

export function startPage(studio: Studio, commands: Commands, actions: Actions): HTMLElement {
  const groups = signal<readonly ExampleGroup[] | undefined>(undefined);
  effect(() => {
    if (studio.line.state() === "open" && groups.peek() === undefined) {
      void studio.ask("examples", {}).then((answer) => { groups.set(answer?.groups); });
    }
  });
  const projects = (): Child => {
    const list = groups();
    if (list === undefined) {
      return Array.from({ length: 5 }, () => h("li", { class: "card waiting" }));
    }
    return [...projectsOf(list)].map(([project, examples]) => card(actions, studio, project, examples));
  };
  const examples = (): Child =>
    (groups() ?? [])
      .flatMap((group) => group.examples)
      .filter((example) => example.project === undefined)
      .map((example) =>
        h("li", {}, h("button", { class: "row", onclick: () => void actions.openExample(example.id) },
          icon("files"),
          h("span", { class: "title" }, example.title),
          h("span", { class: "quiet" }, prose(example.summary)))),
      );
  const recent = (): Child => {
    const list = studio.documents.recent();
    if (list.length === 0) return h("li", { class: "quiet none" }, "What you open is listed here.");
    return list.map((entry) =>
      h("li", {}, h("button", { class: "row", onclick: () => { actions.openRecent(entry); } },
        icon("clock"), h("span", { class: "title" }, entry.title),
        h("span", { class: "quiet mono" }, entry.path ?? ""))));
  };
  return h(
    "main",
    { class: "start", "aria-label": "Start" },
    h("div", { class: "start-inner" },
      h("header", { class: "hero" },
        h("h1", {}, "Write it, run it, ", h("em", {}, "step back"), "."),
        h("p", {}, "MIPS assembly in MARS’s dialect, with the machine beside the code and time along the top."),
        h("div", { class: "start-actions" },
          action("plus", "New program", "Alt-n", () => { commands.run("new"); }),
          () => studio.line.hello()?.workspace.name === undefined
            ? action("folder", "Open files …", "Mod-o", () => { commands.run("openLocal"); })
            : action("folder", `Folder ${studio.line.hello()?.workspace.name ?? ""}`, "", () => { actions.showWork("files"); }),
          () => studio.documents.list().length > 0
            ? action("right", "Back to your work", "", () => { studio.page.set("work"); })
            : action("palette", "All commands", "Mod-k", () => { commands.run("palette"); }),
        )),
      h("section", { "aria-labelledby": "projects-title" },
        h("h2", { id: "projects-title" }, "Projects"),
        h("ul", { class: "cards" }, projects)),
      h("div", { class: "start-columns" },
        h("section", { "aria-labelledby": "examples-title" },
          h("h2", { id: "examples-title" }, "Examples"), h("ul", { class: "rows" }, examples)),
        h("section", { "aria-labelledby": "recent-title" },
          h("h2", { id: "recent-title" }, "Recent"), h("ul", { class: "rows" }, recent)),
      ),
      h("p", { class: "drop-hint quiet" }, "Drop files or a folder anywhere on this page to open them."),
    ),
  );
}
