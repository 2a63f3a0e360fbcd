/** A program in a frame of somebody else's page: code, console or display, run and step. */

import { h } from "../base/dom";
import { icon, type IconName } from "../base/icons";
import { startTheme } from "../base/theme";
import { Screens } from "../model/screens";
import { Speaker } from "../model/sound";
import type { Motion } from "../model/run";
import type { Studio } from "../model/studio";
import { Console } from "../panels/console";
import { displayPanel } from "../panels/display";
import { Actions } from "./actions";
import { programDialogs } from "./dialogs";
import { openOptions } from "./options";
import { WorkArea } from "./workarea";

/** The part that an address asks for with `&show=`. */
export type EmbeddedPart = "all" | "console" | "display";

/** The part of an address such as `embed.html#share=…&show=display`. */
export function embeddedPart(fragment: string): EmbeddedPart {
  const found = /&show=(\w+)/.exec(fragment)?.[1];
  return found === "console" || found === "display" ? found : "all";
}

function button(studio: Studio, motion: Motion, name: IconName, title: string): HTMLElement {
  return h(
    "button",
    {
      class: motion === "run" ? "primary" : "icon-button",
      "aria-label": title,
      title: () => studio.run.reason(motion) ?? title,
      disabled: () => studio.run.reason(motion) !== undefined,
      "data-motion": motion,
      onclick: () => void studio.run.move(motion),
    },
    icon(name),
    motion === "run" ? title : null,
  );
}

/** The link to the whole studio, with the program as it was given. */
function whole(): HTMLElement {
  const { hash } = location;
  return h(
    "a",
    { class: "whole", href: `./${hash.replace(/&.*/, "")}`, target: "_blank", rel: "noopener" },
    "Open in Jetan",
  );
}

export function mountEmbed(root: HTMLElement, studio: Studio): Actions {
  startTheme();
  const actions = new Actions(studio);
  const screens = new Screens(studio.line, studio.run);
  const area = new WorkArea(studio, actions);
  const terminal = new Console(studio);
  const speaker = new Speaker(() => studio.isMuted());
  studio.line.on("sound", (event) => {
    speaker.play(event);
  });
  programDialogs(studio);
  const part = embeddedPart(location.hash);
  const isDisplayed = (): boolean => part === "display" || screens.all().length > 0;
  const display = displayPanel(screens, () => {
    openOptions(studio);
  })(studio);
  root.replaceChildren(
    h(
      "header",
      { class: "embed-bar" },
      button(studio, "run", "run", "Run"),
      button(studio, "pause", "pause", "Pause"),
      button(studio, "step", "step", "Step"),
      button(studio, "back", "back", "Step back"),
      button(studio, "reset", "reset", "Reset"),
      h("span", { class: "grow" }),
      whole(),
    ),
    h(
      "main",
      { class: "embed", "data-part": part, "aria-label": "Program" },
      area.element(),
      h("div", { class: "embed-display", hidden: () => !isDisplayed() }, display),
      h("div", { class: "embed-console" }, terminal.element()),
    ),
  );
  root.dataset["page"] = "embed";
  return actions;
}
