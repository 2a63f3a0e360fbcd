/** Movements of single elements: by transforms only, and none for those who want none. */

const stillness =
  typeof matchMedia === "undefined" ? undefined : matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things are to be where they belong at once. */
export function isStill(): boolean {
  return stillness?.matches === true || document.hidden;
}

/** Plays keyframes; resolves when they are over, at once where nothing moves. */
export async function play(
  element: Element,
  frames: Keyframe[],
  options: KeyframeAnimationOptions,
): Promise<void> {
  if (isStill()) return;
  const animation = element.animate(frames, { fill: "backwards", ...options });
  // A movement that is replaced by the next one has ended too.
  await animation.finished.catch(() => undefined);
}

/** Ends what still moves inside of `root`, so that the next movement starts from rest. */
export function settle(root: Element): void {
  for (const animation of root.getAnimations({ subtree: true })) animation.finish();
}
