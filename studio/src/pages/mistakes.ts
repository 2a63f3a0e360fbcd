/** Mistakes in a file that a teacher writes, each with a link to its line. */

import { h, prose } from "../base/dom";
import type { FileMistake } from "../model/protocol";
import type { Actions } from "../shell/actions";

export function mistakes(
  file: string,
  list: readonly FileMistake[],
  actions: Actions,
): HTMLElement {
  const row = (mistake: FileMistake): HTMLElement => {
    const open = (): void => {
      actions.showWork();
      void actions.open(file, mistake.line, mistake.column - 1);
    };
    return h(
      "li",
      {},
      h("button", { class: "link mono", onclick: open }, `${file}:${mistake.line}`),
      " ",
      prose(mistake.message),
      mistake.help !== undefined && h("span", { class: "quiet" }, "; ", prose(mistake.help)),
    );
  };
  return h("ul", { class: "file-mistakes" }, list.map(row));
}
