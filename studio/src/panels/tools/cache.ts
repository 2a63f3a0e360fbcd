/** Caches: what hits and misses and why, what is in them, and the last reference bit by bit. */

import { h, type Child } from "../../base/dom";
import { bytes, grouped, hex } from "../../base/format";
import { signal } from "../../base/reactive";
import { remembered } from "../../base/store";
import type {
  CacheAnswer,
  CacheBlock,
  CacheReference,
  CacheSetState,
  CacheState,
} from "../../model/protocol";
import { momentLink } from "../frames";
import { missMap } from "./missmap";
import { askTool, settingField, shownAnswer, siteCell, siteText, toolTable } from "./parts";
import type { ToolPlace, ToolView } from "./parts";

const PRESETS: readonly (readonly [string, string])[] = [
  ["8x4", "8x4: as MARS begins, 8 blocks of 4 words, direct mapping"],
  ["8x4:2:lru", "8x4:2:lru: sets of two blocks"],
  ["8x4:full:lru", "8x4:full:lru: fully associative"],
  ["8x4:2:fifo", "8x4:2:fifo: the oldest goes first"],
  ["8x4:4:plru", "8x4:4:plru: a tree of bits in place of LRU"],
  ["8x4:full:random", "8x4:full:random: MARS's generator"],
  ["8x4:full:opt", "8x4:full:opt: Belady's bound"],
  ["8x4:1:lru:wt:nwa", "8x4:1:lru:wt:nwa: write through, no allocation"],
  ["i=8x4", "i=8x4: for instructions"],
  ["i=8x4 d=8x4 l2=64x4:4", "i=8x4 d=8x4 l2=64x4:4: two levels"],
];

/** Symbols have so many colours; their names stand beside them. */
const COLOURS = 6;

const ROLES: Record<string, string> = {
  d: "Data",
  i: "Instructions",
  u: "Instructions and data",
  l2: "Second level",
};

function title(cache: CacheState): string {
  return `${ROLES[cache.role] ?? cache.role} ${cache.settings}`;
}

const EFFECTS: Record<CacheReference["effect"], string> = {
  hit: "hit",
  compulsory: "miss: never used before",
  capacity: "miss: cache too small",
  conflict: "miss: conflict in the set",
};

/** All figures, a column for each cache. */
function figures(caches: readonly CacheState[]): HTMLElement {
  const rows: [string, (cache: CacheState) => string][] = [
    ["Accesses", ({ figures: f }) => grouped(f.accesses)],
    ["Hits", ({ figures: f }) => `${grouped(f.hits)} (${f.hitPercent.toFixed(1)} %)`],
    ["Misses", ({ figures: f }) => grouped(f.misses)],
    ["  never used before", ({ figures: f }) => grouped(f.compulsory)],
    ["  cache too small", ({ figures: f }) => grouped(f.capacity)],
    ["  conflict in a set", ({ figures: f }) => grouped(f.conflict)],
    ["Reads, missed", ({ figures: f }) => `${grouped(f.reads)}, ${grouped(f.readMisses)}`],
    ["Writes, missed", ({ figures: f }) => `${grouped(f.writes)}, ${grouped(f.writeMisses)}`],
    ["Bytes in, out", ({ figures: f }) => `${grouped(f.bytesIn)}, ${grouped(f.bytesOut)}`],
    [
      "Written back, dirty",
      ({ figures: f }) => `${grouped(f.writebacks)}, ${grouped(f.dirtyLeft)}`,
    ],
    ["Misses per 1000 instr.", ({ figures: f }) => f.mpki.toFixed(1)],
    ["Average time", ({ figures: f }) => (f.amat === undefined ? "" : f.amat.toFixed(2))],
    ["Size", (cache) => bytes(cache.sizeBytes)],
  ];
  const heads = ["", ...caches.map(title)];
  const cells = rows.map(([name, of]) => [
    h("span", { class: name.startsWith(" ") ? "tool-kind" : "" }, name.trim()),
    ...caches.map((cache) => ({ number: of(cache) })),
  ]);
  return toolTable("Figures", heads, cells);
}

/** The address of the last reference as the cache cuts it, over its actual bits. */
function addressBits(cache: CacheState): Child {
  const [last] = cache.recent;
  if (last === undefined) return null;
  const all = (last.address >>> 0).toString(2).padStart(32, "0");
  const values = [hex(last.tag, 1), String(last.index), String(last.word), String(last.byte)];
  const names = ["tag", "index", "word", "byte"];
  let at = 0;
  const parts = cache.addressBits.map((width, number) => {
    const bits = all.slice(at, at + width);
    at += width;
    if (width === 0) return null;
    return h(
      "span",
      { class: `bit-part bit-${names[number] ?? ""}` },
      h("span", { class: "bit-name" }, `${names[number] ?? ""} ${values[number] ?? ""}`),
      h("span", { class: "bit-digits mono" }, bits),
      h("span", { class: "bit-width" }, `${width} ${width === 1 ? "bit" : "bits"}`),
    );
  });
  return h(
    "section",
    { class: "tool-part" },
    h("h3", {}, `Last reference: ${last.purpose} of ${last.label}, ${EFFECTS[last.effect]}`),
    h(
      "div",
      {
        class: "bit-parts",
        role: "img",
        "aria-label":
          `Address ${hex(last.address)}: ` +
          names.map((name, number) => `${name} ${values[number] ?? ""}`).join(", "),
      },
      parts,
    ),
  );
}

function block(colours: ReadonlyMap<string, number>, found: CacheBlock | null): HTMLElement {
  if (found === null) return h("td", { class: "cache-block none" }, "empty");
  const colour = colours.get(found.symbol) ?? 0;
  const marks = [
    found.isDirty ? "dirty" : "",
    found.isRecent ? "last" : "",
    found.isNext ? "next out" : "",
  ].filter((mark) => mark !== "");
  return h(
    "td",
    {
      class: `cache-block symbol-${colour}${found.isRecent ? " recent" : ""}`,
      title: `${found.label}, ${hex(found.address)}, tag ${hex(found.tag, 1)}`,
    },
    h("span", { class: "cache-label" }, found.label),
    " ",
    h("span", { class: "cache-marks" }, marks.join(" · ")),
  );
}

/** Sets down, ways across; every block with the name of what is in it. */
function grid(place: ToolPlace, cache: CacheState, move: (set: number) => void): HTMLElement {
  const symbols = new Set(
    cache.shown.flatMap(({ blocks }) => blocks.map((one) => one?.symbol ?? "")),
  );
  symbols.delete("");
  const colours = new Map([...symbols].sort().map((name, at) => [name, at % COLOURS]));
  const last = cache.recent[0]?.index;
  const row = (set: CacheSetState): HTMLElement =>
    h(
      "tr",
      { class: set.index === last ? "last-set" : "" },
      h("th", { scope: "row", class: "mono" }, String(set.index)),
      set.blocks.map((one) => block(colours, one)),
      set.more > 0 && h("td", { class: "quiet" }, `and ${grouped(set.more)} more`),
    );
  const isCut = cache.shown.length < cache.sets;
  const go = (set: number, name: string): HTMLElement =>
    h(
      "button",
      {
        class: "link",
        onclick: () => {
          move(Math.max(0, set));
        },
      },
      name,
    );
  const ways = Math.max(0, ...cache.shown.map(({ blocks }) => blocks.length));
  return h(
    "section",
    { class: "tool-part" },
    h("h3", {}, `Sets and ways of ${title(cache)}`),
    isCut &&
      h(
        "p",
        { class: "tool-line" },
        `Sets ${cache.firstSet} to ${cache.firstSet + cache.shown.length - 1} of ${cache.sets} `,
        go(cache.firstSet - cache.shown.length, "Earlier"),
        " ",
        go(cache.firstSet + cache.shown.length, "Later"),
        " ",
        last !== undefined && go(last, "At the last reference"),
      ),
    h(
      "table",
      { class: "cache-grid", "aria-label": `Blocks of ${title(cache)}` },
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "set"),
        Array.from({ length: ways }, (_, way) => h("th", { scope: "col" }, `way ${way}`)),
      ),
      cache.shown.map(row),
    ),
  );
}

function recent(place: ToolPlace, cache: CacheState): Child {
  if (cache.recent.length === 0) return null;
  const { go, studio } = place;
  const rows = cache.recent.map((one) => [
    momentLink(studio, one.count, "Travel to this reference"),
    siteCell(go, one.site),
    `${one.purpose} ${one.label}${one.accesses > 1 ? ` and ${one.accesses - 1} more` : ""}`,
    { number: one.index },
    EFFECTS[one.effect],
  ]);
  return toolTable(
    `Last references to ${title(cache)}`,
    ["Moment", "Line", "Reference", "Set", "Effect"],
    rows,
  );
}

function blame(place: ToolPlace, cache: CacheState): Child[] {
  const lines = cache.lines
    .filter(({ misses }) => misses > 0)
    .map((one) => [
      { number: one.misses },
      { number: one.conflict },
      { number: one.accesses },
      siteCell(place.go, one.site),
      siteText(one.site),
    ]);
  const symbols = cache.symbols.map((one) => [{ number: one.misses }, one.symbol]);
  const evictions = cache.evictions.map((one) => [
    { number: one.evictions },
    { number: one.conflict },
    `${one.evictor} → ${one.victim}`,
  ]);
  const name = title(cache);
  const heads = ["Misses", "Conflict", "Accesses", "Line", ""];
  return [
    lines.length > 0 && toolTable(`Misses by line: ${name}`, heads, lines),
    symbols.length > 0 && toolTable(`Misses by symbol: ${name}`, ["Misses", "Symbol"], symbols),
    evictions.length > 0 &&
      toolTable(`Who evicts whom: ${name}`, ["Evictions", "Conflict", "New → old"], evictions),
  ];
}

function advice(found: CacheAnswer, isWanted: boolean, want: () => void): Child {
  const { hint } = found;
  const conflicts = found.systems[0]?.caches[0]?.figures.conflict ?? 0;
  if (found.systems.length !== 1 || found.systems[0]?.caches.length !== 1) return null;
  if (hint !== undefined) {
    return h(
      "p",
      { class: "tool-line tool-hint" },
      `${hint.first} and ${hint.moved} evict each other: with ${hint.paddingBytes} bytes between ` +
        `them ${grouped(hint.missesBefore)} misses become ${grouped(hint.missesAfter)}, and ` +
        `${grouped(hint.conflictBefore)} conflicts ${grouped(hint.conflictAfter)}. ` +
        "This was tried on the references of this run.",
    );
  }
  if (conflicts === 0) return null;
  if (isWanted) return h("p", { class: "tool-line quiet" }, "No padding was found that helps.");
  return h(
    "p",
    { class: "tool-line" },
    `${grouped(conflicts)} misses are conflicts. `,
    h("button", { class: "link", onclick: want }, "Look for padding that helps"),
  );
}

export const cacheView: ToolView = (place) => {
  const first = remembered("cache", "8x4");
  const second = remembered("cacheBeside", "");
  const set = signal(0);
  const wantsHint = signal(false);
  const asked = askTool(place, "cache", () => {
    const settings = [first(), second()].filter((text) => text !== "");
    const from = place.since();
    const query = { settings, firstSet: set(), wantsHint: wantsHint(), wantsMap: true };
    return from === undefined ? query : { ...query, from };
  });
  const move = (to: number): void => {
    set.set(to);
  };
  const show = (found: CacheAnswer): Child => {
    const caches = found.systems.flatMap((system) => system.caches);
    return [
      advice(found, wantsHint.peek(), () => {
        wantsHint.set(true);
      }),
      h(
        "div",
        { class: "tool-columns" },
        figures(caches),
        caches.map((cache) =>
          h(
            "div",
            { class: "tool-column" },
            addressBits(cache),
            cache.shown.length > 0 && grid(place, cache, move),
          ),
        ),
        caches.map((cache) => cache.map !== undefined && missMap(title(cache), cache.map)),
        caches.flatMap((cache) => [recent(place, cache), ...blame(place, cache)]),
      ),
    ];
  };
  return h(
    "div",
    { class: "fill column" },
    h(
      "div",
      { class: "bar tool-bar" },
      settingField("Cache", first, PRESETS),
      h("span", { class: "quiet" }, "beside"),
      settingField("Cache beside it", second, PRESETS, "another one"),
      h("span", { class: "quiet tool-note" }, "BLOCKSxWORDS:WAYS:POLICY"),
    ),
    shownAnswer(place, asked, "Hits, misses and the blocks of a cache appear here.", show),
  );
};
