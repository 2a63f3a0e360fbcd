/** The page of a view: panels of the studio over the line to the extension. */

import { h } from "../../../../studio/src/base/dom";
import { computed, signal } from "../../../../studio/src/base/reactive";
import type { Motion } from "../../../../studio/src/model/run";
import { Screens } from "../../../../studio/src/model/screens";
import { Studio } from "../../../../studio/src/model/studio";
import { displayPanel } from "../../../../studio/src/panels/display";
import { memoryPanel } from "../../../../studio/src/panels/memory";
import { cp0Panel, cpuPanel, fpuPanel } from "../../../../studio/src/panels/registers";
import { whyCard } from "../../../../studio/src/panels/why";
import { timebar } from "../../../../studio/src/shell/timebar";
import { EditorCarrier, type EditorApi } from "./carrier";

declare function acquireVsCodeApi(): EditorApi;

const api = acquireVsCodeApi();

const studio = new Studio(
  new EditorCarrier(api, (place) => {
    void studio.why({ place }, place);
  }),
);

const goTo = {
  open: (path: string, line: number): Promise<void> => {
    api.postMessage({ kind: "open", path, line });
    return Promise.resolve();
  },
};

/** Rises when VS Code has another theme: what is drawn on a canvas has no style of its own. */
function themeChanges(): () => number {
  const changes = signal(0);
  const look = new MutationObserver(() => {
    changes.update((count) => count + 1);
  });
  look.observe(document.body, { attributeFilter: ["class"] });
  return () => changes();
}

/** A field to ask about anything by its name. */
function question(): HTMLElement {
  const field = h("input", {
    class: "mono",
    "aria-label": "A register, a label or an address",
    placeholder: "$v0, label, 0x10010000, pixel 3,4",
    spellcheck: "false",
  });
  return h(
    "form",
    {
      class: "question",
      onsubmit: (event: Event) => {
        event.preventDefault();
        const place = field.value.trim();
        if (place !== "") void studio.why({ place }, place);
      },
    },
    h("label", {}, "Why ", field),
    h("button", { class: "button", disabled: () => !studio.run.isStanding() }, "Ask"),
  );
}

function timePage(root: HTMLElement): void {
  const commands = { run: (id: string) => void studio.run.move(id as Motion) };
  root.append(
    timebar(studio, commands, themeChanges()),
    question(),
    h("div", { class: "reasons" }, whyCard(studio, goTo), () =>
      studio.reason() === undefined
        ? h("p", { class: "quiet" }, "Stop the program, then ask why a value is what it is.")
        : null,
    ),
  );
}

/** Reasons belong to the view of time, which has room for them. */
function askElsewhere(): void {
  studio.why = (about, title) => {
    api.postMessage({ kind: "why", place: "place" in about ? about.place : title });
    return Promise.resolve();
  };
}

function displayPage(root: HTMLElement): void {
  askElsewhere();
  root.append(displayPanel(new Screens(studio.line, studio.run))(studio));
}

function memoryPage(root: HTMLElement): void {
  askElsewhere();
  root.append(memoryPanel(studio, signal(true)));
}

/** One kind of registers at a time, all of them with their forms and what has changed. */
function registersPage(root: HTMLElement): void {
  askElsewhere();
  const kinds = { CPU: cpuPanel, FPU: fpuPanel, CP0: cp0Panel };
  const shown = signal("CPU");
  const button = (name: string): HTMLElement =>
    h(
      "button",
      {
        "aria-pressed": () => String(shown() === name),
        onclick: () => {
          shown.set(name);
        },
      },
      name,
    );
  const buttons = Object.keys(kinds).map(button);
  const switches = { class: "segmented", role: "group", "aria-label": "Which registers" };
  root.append(h("div", { class: "bar" }, h("div", switches, ...buttons)));
  for (const [name, panel] of Object.entries(kinds)) {
    const isShown = computed(() => shown() === name);
    root.append(
      h("div", { class: "register-page", hidden: () => !isShown() }, panel(studio, isShown)),
    );
  }
}

const root = document.getElementById("view") ?? document.body;
studio.page.set("work");
const PAGES: Record<string, (root: HTMLElement) => void> = {
  time: timePage,
  registers: registersPage,
  memory: memoryPage,
  display: displayPage,
};
PAGES[document.body.dataset["view"] ?? "time"]?.(root);
studio.line.connect();
