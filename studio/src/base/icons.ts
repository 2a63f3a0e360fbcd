/** Our icons: paths on a 16 × 16 grid, one stroke width, drawn in the colour of the text. */

import { svg } from "./dom";

const PATHS = {
  run: "M5 3.5v9l7-4.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  stop: "M4 4h8v8H4z",
  reset: "M12.5 8a4.5 4.5 0 1 1-1.4-3.3M11.5 2v3h-3",
  step: "M8 2v7M5 6.5 8 9.5l3-3M5.5 13h5",
  over: "M2.5 9.5a5.5 5.5 0 0 1 10.5-1.6M13.2 4.4 13 8 9.6 7.4M5.5 13h5",
  out: "M8 9.5v-7M5 5l3-3 3 3M5.5 13h5",
  back: "M10.5 3.5v9L4 8z",
  backOver: "M13.5 9.5A5.5 5.5 0 0 0 3 7.9M2.8 4.4 3 8l3.4-.6M5.5 13h5",
  backOut: "M10.5 9.5V5a2.5 2.5 0 0 0-5 0M3 3.5 5.5 5.8 8 3.5M5.5 13h5",
  reverse: "M7.5 4v8L2.5 8zM13.5 4v8l-5-4z",
  files: "M3 2.5h6l4 4v7H3zM9 2.5v4h4",
  outline: "M3 4h10M5.5 8H13M5.5 12H13M3 8v4",
  search: "M7 11.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9zM10.3 10.3l3.2 3.2",
  check: "M3 8.5 6.5 12 13 4.5",
  games: "M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM11 9a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  manual:
    "M3 3h4a1.5 1.5 0 0 1 1 .6A1.5 1.5 0 0 1 9 3h4v9H9a1 1 0 0 0-1 1 1 1 0 0 0-1-1H3zM8 3.6V13",
  learn: "M1.5 6 8 3l6.5 3L8 9zM4 7.4v3.4c1 1 2.5 1.6 4 1.6s3-.6 4-1.6V7.4M14.5 6v4.5",
  home: "M2.5 8 8 3l5.5 5M4.5 7v6h7V7",
  light:
    "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
  dark: "M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6z",
  contrast: "M8 2.5a5.5 5.5 0 1 1 0 11zM8 2.5a5.5 5.5 0 0 0 0 11z",
  palette:
    "M6 6h4v4H6zM6 6H4.5A1.5 1.5 0 1 1 6 4.5zM10 6V4.5A1.5 1.5 0 1 1 11.5 6zM10 10h1.5a1.5 1.5 0 1 1-1.5 1.5zM6 10v1.5A1.5 1.5 0 1 1 4.5 10z",
  help: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM6.3 6.4a1.8 1.8 0 1 1 2.6 1.7c-.6.3-.9.6-.9 1.2M8 11.4v.1",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  more: "M3.5 8h.1M8 8h.1M12.5 8h.1",
  down: "M4 6l4 4 4-4",
  right: "M6 4l4 4-4 4",
  full: "M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5 9.5 6.5M2.5 13.5l4-4",
  save: "M3 3h8l2 2v8H3zM5.5 3v3.5h4V3M5 13v-3.5h6V13",
  download: "M8 2.5v8M4.5 7 8 10.5 11.5 7M3 13.5h10",
  share:
    "M4.5 8a1.7 1.7 0 1 1 0 .1zM11 4a1.7 1.7 0 1 1 0 .1zM11 12a1.7 1.7 0 1 1 0 .1zM6 7.2l4-2.3M6 8.9l4 2.3",
  sound: "M3 6.5v3h2.2L8.5 12V4L5.2 6.5zM10.8 6a3 3 0 0 1 0 4M12.6 4.3a5.4 5.4 0 0 1 0 7.4",
  mute: "M3 6.5v3h2.2L8.5 12V4L5.2 6.5zM11 6.5l3 3M14 6.5l-3 3",
  why: "M6 6.2a2 2 0 1 1 3 1.8c-.7.4-1 .8-1 1.6M8 12.2v.1M3 2.5h10v0",
  edit: "M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3zM9.3 4.4l2.3 2.3",
  warning: "M8 3 2.5 13h11zM8 7v2.8M8 11.4v.1",
  error: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM6 6l4 4M10 6l-4 4",
  info: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM8 7.5V11M8 5.2v.1",
  shield: "M8 2 3.5 4v3.5c0 3 2 5.3 4.5 6.5 2.5-1.2 4.5-3.5 4.5-6.5V4zM5.8 8l1.6 1.6 3-3.2",
  target:
    "M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3zM8 6.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2",
  loop: "M4 6.5A4.5 4.5 0 0 1 12 5M12.3 2.2V5H9.5M12 9.5A4.5 4.5 0 0 1 4 11M3.7 13.8V11h2.8",
  clock: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM8 5v3.2l2.2 1.3",
  folder: "M2.5 4h4l1.3 1.5h5.7V13h-11z",
  keyboard: "M2 4.5h12v7H2zM4.5 7h.1M7 7h.1M9.5 7h.1M12 7h-.1M5 9.5h6",
  hint: "M6 12.2h4M6.5 14h3M8 2.5a4 4 0 0 0-2.2 7.3c.4.3.6.7.6 1.2h3.2c0-.5.2-.9.6-1.2A4 4 0 0 0 8 2.5z",
  analyse: "M3 13V9M7 13V4M11 13V7M2 13.5h12",
  undo: "M3 7h6.5a3.5 3.5 0 0 1 0 7H6M5.5 4 2.5 7l3 3",
  redo: "M13 7H6.5a3.5 3.5 0 0 0 0 7H10M10.5 4l3 3-3 3",
  left: "M10 4 6 8l4 4",
  first: "M11.5 4l-4 4 4 4M4.5 4v8",
  last: "M4.5 4l4 4-4 4M11.5 4v8",
  display: "M2.5 3.5h11V11h-11zM6 13.5h4M8 11v2.5",
  machine:
    "M4.5 4.5h7v7h-7zM6.5 2v2.5M9.5 2v2.5M6.5 11.5V14M9.5 11.5V14M2 6.5h2.5M2 9.5h2.5M11.5 6.5H14M11.5 9.5H14",
  notes: "M2.5 2.5h11v11h-11zM5 5h.1M8 5h.1M11 5h.1M5 8h.1M8 8h.1M11 8h.1M5 11h.1M8 11h.1M11 11h.1",
  versus: "M2.5 3.5h4.5v9H2.5zM9 3.5h4.5v9H9zM8 2v12",
  fast: "M3 4v8l5-4zM8.5 4v8l5-4z",
  eraser: "M6 12.5 2.8 9.3 9 3l4 4-5.5 5.5zM6 6l4 4M5 13.5h8",
  gear: "M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M3.8 12.2l1.4-1.4M10.8 5.2l1.4-1.4",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: PATHS[name] }),
  );
}
