/** Light, dark, high contrast, or what the system says; and the size of everything. */

import { computed, effect, signal } from "./reactive";
import { remembered } from "./store";

export type Theme = "system" | "light" | "dark" | "contrast";
export const THEMES: readonly Theme[] = ["system", "light", "dark", "contrast"];
export const THEME_NAMES: Record<Theme, string> = {
  system: "As the system",
  light: "Light",
  dark: "Dark",
  contrast: "High contrast",
};

export const theme = remembered<Theme>("theme", "system", (value) =>
  THEMES.includes(value as Theme),
);
const ZOOMS = [80, 90, 100, 110, 125, 150, 175, 200];
/** The size of text in percent of the usual. */
export const zoom = remembered("zoom", 100, (value) => ZOOMS.includes(value as number));

export function changeZoom(direction: 1 | -1 | 0): void {
  const now = zoom.peek();
  const next =
    direction === 0
      ? 100
      : direction > 0
        ? ZOOMS.find((value) => value > now)
        : ZOOMS.findLast((value) => value < now);
  zoom.set(next ?? now);
}

function media(query: string): () => boolean {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => {
    matches.set(list.matches);
  });
  return matches;
}

/** The theme that is shown. */
export function startTheme(): () => Exclude<Theme, "system"> {
  const isDark = media("(prefers-color-scheme: dark)");
  const wantsContrast = media("(prefers-contrast: more)");
  const isPrinted = media("print");
  const shown = computed((): Exclude<Theme, "system"> => {
    const chosen = theme();
    // Paper is white, whatever the screen is.
    if (isPrinted()) return "light";
    if (chosen !== "system") return chosen;
    if (wantsContrast()) return "contrast";
    return isDark() ? "dark" : "light";
  });
  effect(() => {
    document.documentElement.dataset["theme"] = shown();
    document.documentElement.style.fontSize = `${(zoom() / 100) * 13.5}px`;
  });
  return shown;
}
