/** Keeping the static edition for use without a network, and telling when there is a newer one. */

import { toast } from "../base/toast";

/** Registers the service worker; without one the site works as long as there is a network. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // The first one takes over a page that came from the network: that is not an update.
  let isUpdate = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isUpdate) location.reload();
    isUpdate = true;
  });
  const found = await serviceWorker.register("sw.js").catch(() => undefined);
  if (found === undefined) return;
  const look = (): void => {
    const { waiting } = found;
    if (waiting === null || serviceWorker.controller === null) return;
    toast("A new version of Jetan is ready. Your files stay as they are.", "info", [
      {
        title: "Reload",
        run: () => {
          waiting.postMessage("take over");
        },
      },
    ]);
  };
  look();
  found.addEventListener("updatefound", () => {
    found.installing?.addEventListener("statechange", look);
  });
}
