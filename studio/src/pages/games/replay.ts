/** A game that is watched: a slider over its moves, and ways to go on from one of them. */

import { h } from "../../base/dom";
import { icon, type IconName } from "../../base/icons";
import { effect, onCleanup, signal } from "../../base/reactive";
import type { Table } from "./parts";

const STEP_MS = 700;

function button(name: IconName, label: string, onclick: () => void): HTMLElement {
  return h(
    "button",
    { class: "icon-button", "aria-label": label, title: label, onclick },
    icon(name),
  );
}

export function replayBar(table: Table): HTMLElement {
  const { games } = table;
  const at = (): number => games.state()?.replay?.at ?? 0;
  const total = (): number => games.state()?.replay?.total ?? 0;
  const isRunning = signal(false);
  const go = (to: number): void => {
    games.seek(Math.max(0, Math.min(to, games.state.peek()?.replay?.total ?? 0)));
  };
  const step = (by: number) => (): void => {
    go((games.state.peek()?.replay?.at ?? 0) + by);
  };
  effect(() => {
    const replay = games.state()?.replay;
    if (!isRunning()) return;
    if (replay === undefined || replay.at >= replay.total) {
      isRunning.set(false);
      return;
    }
    const timer = setTimeout(step(1), STEP_MS);
    onCleanup(() => {
      clearTimeout(timer);
    });
  });
  const slider = h("input", {
    type: "range",
    min: "0",
    max: () => String(total()),
    "aria-label": "Move of the game",
    "aria-valuetext": () => `move ${at()} of ${total()}`,
    oninput: () => {
      isRunning.set(false);
      go(Number(slider.value));
    },
  });
  effect(() => {
    total();
    slider.value = String(at());
  });
  const playOn = async (): Promise<void> => {
    const answer = await table.studio.attempt("record", { at: at() });
    if (answer !== undefined) await games.ask("game", { record: answer.record });
  };
  return h(
    "div",
    { class: "replay-bar", role: "group", "aria-label": "Replay" },
    button("first", "To the start", () => {
      go(0);
    }),
    button("left", "One move back", step(-1)),
    () =>
      button(isRunning() ? "pause" : "run", isRunning() ? "Pause" : "Play", () => {
        if (at() >= total()) go(0);
        isRunning.update((value) => !value);
      }),
    button("right", "One move on", step(1)),
    button("last", "To the end", () => {
      go(total());
    }),
    slider,
    h("span", { class: "mono replay-at" }, () => `${at()} / ${total()}`),
    h("button", { class: "small", onclick: () => void playOn() }, "Play on from here"),
    h(
      "button",
      { class: "small plain", onclick: () => void games.ask("replay", { leave: true }) },
      "Leave",
    ),
  );
}
