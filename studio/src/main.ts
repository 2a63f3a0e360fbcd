/** Where the page begins: one studio, connected, with the work of the last visit. */

import { toast } from "./base/toast";
import { tabFolder } from "./model/folder";
import type { Games } from "./model/games";
import { LESSON_FILE } from "./model/lessons";
import { keepOffline } from "./model/offline";
import type { Hello } from "./model/protocol";
import { hasProgram } from "./model/share";
import { Studio } from "./model/studio";
import { SocketCarrier, WorkerCarrier, type Carrier } from "./model/transport";
import type { Actions } from "./shell/actions";
import { mount } from "./shell/app";
import { mountEmbed } from "./shell/embed";
import { reportUncaught } from "./shell/uncaught";
import type { Side } from "./shell/side";

/** What a page of the static edition is told in its head. */
function told(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** The static edition names its build; the page of a server does not. */
const build = told("jetan-build");

/** The folder of the computer that this tab works in. */
const folder = build === undefined ? undefined : await tabFolder();

function carrier(): Carrier {
  if (build === undefined) return new SocketCarrier(socketAddress());
  return new WorkerCarrier(new URL(`assets/worker.js?v=${build}`, document.baseURI), folder);
}

function socketAddress(): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const token = new URLSearchParams(location.search).get("token");
  const query = token === null ? "" : `?token=${encodeURIComponent(token)}`;
  return `${scheme}//${location.host}/session${query}`;
}

const studio = new Studio(carrier());
const root = document.getElementById("studio") ?? document.body;

/** The parts of the whole studio that the page itself moves. */
interface Parts {
  actions: Actions;
  games: Games;
  side: Side;
}

async function begin(parts: Parts, hello: Hello): Promise<void> {
  await work(parts, hello);
  if (studio.has("games")) {
    await parts.games.follow();
    parts.games.keepAddress();
  }
}

async function work({ actions, side }: Parts, hello: Hello): Promise<void> {
  const { name } = hello.workspace;
  if (name !== undefined) await studio.documents.listFiles().catch(() => undefined);
  const isLink = hasProgram(location.hash);
  await studio.documents.restore(name, isLink);
  if (isLink && (await actions.openLink())) return;
  if (isLink) await studio.documents.restore(name);
  if (studio.documents.list.peek().length > 0) showWork();
  else if (name !== undefined) await openFolder(actions, side, hello.workspace.roots ?? []);
}

/** What the command line named, or the folder's lesson, its main program, or its first one. */
async function openFolder(actions: Actions, side: Side, roots: readonly string[]): Promise<void> {
  const paths = studio.documents.files.peek().map((file) => file.path);
  const sources = paths.filter((path) => /\.(asm|s)$/i.test(path));
  const main = sources.find((path) => /(^|\/)main\.(asm|s)$/i.test(path)) ?? sources[0];
  // A new visitor of the static edition has an empty folder and begins at the start page.
  if (build !== undefined && paths.length === 0) return;
  if (roots.length === 0 && paths.includes(LESSON_FILE) && studio.has("lessons")) {
    if (studio.isUnvisited()) await side.learn("folder");
    return;
  }
  showWork();
  for (const path of roots.toReversed()) await actions.openBehind(path);
  if (roots.length > 1) studio.documents.setProject(undefined, roots, {});
  if (roots.length === 0 && main !== undefined) await actions.openBehind(main);
}

/** Whoever has gone somewhere while the work was being taken up stays there. */
function showWork(): void {
  if (studio.isUnvisited()) studio.page.set("work");
}

function listFiles(): void {
  void studio.documents.listFiles().catch(() => undefined);
}

/** Nothing of the service before is there any more: neither its run nor its game. */
function beginAgain({ games }: Parts, hello: Hello): void {
  toast("Jetan was restarted. Your files are still open; start the program again.");
  studio.run.startClean();
  games.gone();
  if (hello.workspace.name !== undefined) listFiles();
  studio.documents.tellAll();
  void studio.breakpoints.tell();
}

/** How long a look at a folder may take before its list is shown again, in milliseconds. */
const LOOK_AGAIN_AFTER = 1000;

/** Tabs tell each other when one was let in: the cookie is for all of them. */
const LET_IN = "let in";

function openWhole(): void {
  const parts = mount(root, studio);
  const news = "BroadcastChannel" in window ? new BroadcastChannel("jetan") : undefined;
  let isFirst = true;
  studio.line.onOpen = (hello) => {
    if (isFirst) {
      isFirst = false;
      void begin(parts, hello).then(() => studio.breakpoints.tell());
    } else if (hello.resumed) {
      studio.documents.resume();
      void studio.breakpoints.tell();
    } else {
      beginAgain(parts, hello);
    }
    news?.postMessage(LET_IN);
  };
  if (news !== undefined) {
    news.onmessage = (message: MessageEvent<unknown>) => {
      const state = studio.line.state.peek();
      const isWaiting = state === "lost" || state === "locked";
      if (message.data === LET_IN && isWaiting) studio.line.reconnect();
    };
  }
  addEventListener("pagehide", () => {
    studio.documents.keep();
  });
  addEventListener("focus", () => {
    studio.line.look();
    // Another tab may have saved a file into the same storage, another program into the folder;
    // the latter is not known at once.
    if (build !== undefined) {
      listFiles();
      if (folder !== undefined) setTimeout(listFiles, LOOK_AGAIN_AFTER);
    }
    if (studio.line.state.peek() === "locked") studio.line.reconnect();
  });
  addEventListener("online", () => {
    studio.line.reconnect();
  });
  addEventListener("hashchange", () => {
    void parts.games.follow().then((isGame) => {
      if (!isGame) void parts.actions.openLink();
    });
  });
}

/** A program in a frame: nothing of it is kept, and nothing of the user's work is shown. */
function openEmbedded(): void {
  studio.documents.isKept = false;
  studio.breakpoints.detach();
  const actions = mountEmbed(root, studio);
  let isFirst = true;
  studio.line.onOpen = () => {
    if (isFirst) void actions.openLink(true);
    else studio.documents.tellAll();
    isFirst = false;
  };
}

reportUncaught(studio);
if (told("jetan-embed") === undefined) openWhole();
else openEmbedded();
studio.line.connect();
// After everything else: the first visit must not wait for the copy that the next one uses.
if (build !== undefined) addEventListener("load", () => void keepOffline());
