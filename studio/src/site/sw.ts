/**
 * The service worker of the static edition: keeps one version of the site, whole, so that it
 * starts without a network and never mixes two versions.
 */

declare const BUILD: string;
declare const PATHS: readonly string[];

/** The parts of the worker's global scope that are used here; the page's types lack them. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "install" | "activate" | "fetch" | "message",
    listener: (event: WorkerEvent) => void,
  ): void;
}

interface WorkerEvent extends Event {
  readonly request: Request;
  readonly data: unknown;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;
const PREFIX = "jetan-site-";
const NAME = PREFIX + BUILD;

scope.addEventListener("install", (event) => {
  // Whole or not at all: `addAll` keeps nothing if one file is missing. The browser's own cache
  // is passed by, because it may have files of another version.
  const fresh = PATHS.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

scope.addEventListener("activate", (event) => {
  const clean = async (): Promise<void> => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(clean());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return;
  // A page that is older or newer than this copy gets its own files, as far as the host has them.
  const version = searchParams.get("v");
  if (version !== null && version !== BUILD) return;
  const answer = async (): Promise<Response> => {
    const kept = async (): Promise<Response | undefined> => {
      const cache = await caches.open(NAME);
      // The version in the address is for hosts and caches between us; here there is one.
      return cache.match(request, { ignoreSearch: true });
    };
    // A browser that has lost its copy, or cannot read it, still has the host.
    return (await kept().catch(() => undefined)) ?? fetch(request);
  };
  event.respondWith(answer());
});

scope.addEventListener("message", (event) => {
  if (event.data === "take over") void scope.skipWaiting();
});
