/**
 * The carriers that the browser tests run on: `jetan studio`, or, with `CARRIER=web`, the static
 * edition in `target/site`. One list of tests for both; what only a server can do is named here.
 */

import { test as plain, type TestOptions } from "node:test";

export const IS_WEB = process.env["CARRIER"] === "web";

/** Titles of tests that need a server, by what it does for them. */
const SERVER_ONLY: Readonly<Record<string, readonly string[]>> = {
  "a folder on the disk that other programs change": [
    "zip, share and search take what F5 would assemble, and say so",
    "two files of a folder are edited and saved",
    "F5 runs the program in front, and names the one that was paused",
    "a double click in the list opens one file, and pages do not move the rail",
    "files that the command line names are assembled together",
    "a disk that takes no more leaves the file as it was and the text in the page",
    "the rubric of a folder shows its criteria, grades, and runs what fails",
    "mistakes in a rubric are listed and lead to their lines",
    "whoever goes elsewhere while the folder is being read stays there",
    "the lesson of a folder is opened, failed, passed and finished",
    "a broken lesson lists its mistakes, which lead to their lines",
    "nothing of a hostile lesson becomes markup or leaves the page stuck",
    "files with odd names are listed with why they cannot be opened",
    "a folder that vanishes takes nothing with it that is open",
    "two studios on one folder: the second to save is told, and nothing is lost",
    "of ten thousand breakpoints a thousand are kept, and the page stays quick",
  ],
  "a process of its own": [
    "what was not saved outlives a server that is killed, and can be saved by the next",
    "ten idle sessions take no time and little memory",
    "a program that nobody sees rests, and goes on where it was",
  ],
  "a session that outlives its page": [
    "a lost line is taken up where it was",
    "nothing is left behind by anything, whatever comes next",
  ],
  "a line that a test can listen to": [
    "memory has MARS's data segment, and a step is two requests at most",
  ],
  "an admission by token": [
    "after a restart the page says what to do, gets in by any tab, and starts clean",
  ],
  "games as files that the terminal shares": [
    "scores, replays and unfinished games are the terminal's",
  ],
  "headers of its own": ["the page is sent compressed"],
};

const reasons = new Map(
  Object.entries(SERVER_ONLY).flatMap(([reason, titles]) =>
    titles.map((title) => [title, reason] as const),
  ),
);

type Work = () => Promise<void> | void;

/** A test of the browser suite; skipped with the reason if the carrier cannot do what it needs. */
export function test(title: string, ...rest: [Work] | [TestOptions, Work]): void {
  declare(title, IS_WEB ? reasons.get(title) : undefined, rest);
}

/**
 * A test of the page by itself, with a made-up service: whatever carries its messages, the page is
 * the same, so that once is enough.
 */
export function pageTest(title: string, ...rest: [Work] | [TestOptions, Work]): void {
  declare(title, IS_WEB ? "the page alone, tried with the server" : undefined, rest);
}

/** A test of what only the static edition has: its storage, its worker, its copy of itself. */
export function webTest(title: string, ...rest: [Work] | [TestOptions, Work]): void {
  declare(title, IS_WEB ? undefined : "the static edition", rest);
}

function declare(
  title: string,
  reason: string | undefined,
  rest: [Work] | [TestOptions, Work],
): void {
  const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest;
  void plain(title, { ...options, skip: reason === undefined ? false : `needs ${reason}` }, work);
}
