/** Expressions whose values are shown at every stop. */

import { h } from "../base/dom";
import { hex } from "../base/format";
import { icon } from "../base/icons";
import { signal } from "../base/reactive";
import { words } from "../base/toast";
import type { Studio } from "../model/studio";
import { dimmed, empty, fresh } from "./fresh";
import type { Make } from "./lists";

type Values = ReadonlyMap<string, string>;

async function evaluate(studio: Studio, expression: string): Promise<readonly [string, string]> {
  try {
    const { value, text, label } = await studio.line.ask("evaluate", { expression });
    // Fractions and texts that are not numbers have no word.
    const word = Number.isInteger(value) ? [hex(value)] : [];
    return [expression, [...word, text, label ?? ""].join("  ")];
  } catch (error) {
    return [expression, words(error)];
  }
}

function row(studio: Studio, values: () => Values, expression: string, index: number): HTMLElement {
  const remove = (): void => {
    studio.setExpressions(studio.expressions.peek().filter((_, at) => at !== index));
  };
  const label = `Remove ${expression}`;
  return h(
    "tr",
    {},
    h("td", { class: "mono" }, expression),
    h("td", { class: "mono" }, () => values().get(expression) ?? "—"),
    h(
      "td",
      { class: "actions" },
      h("button", { class: "icon-button", "aria-label": label, onclick: remove }, icon("close")),
    ),
  );
}

export const watchPanel: Make = (studio, isVisible) => {
  const values = signal<Values>(new Map());
  const ask = async (): Promise<Values> => {
    const list = studio.expressions.peek();
    return new Map(await Promise.all(list.map((one) => evaluate(studio, one))));
  };
  const show = (answer: Values | undefined): void => {
    values.set(answer ?? new Map());
  };
  const isOld = fresh(studio, isVisible, ask, show);
  const add = (event: Event): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector("input");
    const text = input?.value.trim() ?? "";
    if (input === null || text === "") return;
    studio.setExpressions([...studio.expressions.peek(), text]);
    input.value = "";
    if (studio.run.isStanding.peek()) void ask().then(show);
  };
  const input = h("input", {
    class: "grow",
    placeholder: "An expression, as in conditions",
    "aria-label": "Expression to watch",
    spellcheck: "false",
  });
  return h(
    "div",
    { class: "fill column" },
    h("form", { class: "bar", onsubmit: add }, input, h("button", { type: "submit" }, "Watch")),
    dimmed(
      h("div", { class: "scroll" }, () => {
        const list = studio.expressions();
        if (list.length === 0) {
          return empty(
            "Nothing is watched",
            "Type an expression: its value is shown at every stop.",
          );
        }
        return h(
          "table",
          { class: "list" },
          list.map((one, at) => row(studio, values, one, at)),
        );
      }),
      isOld,
    ),
  );
};
