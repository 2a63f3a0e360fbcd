/** What a screen reader's user would stumble over, by axe. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; target: string[]; failureSummary: string }[];
}

/** Fails with every serious or critical violation, and where it is. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // The page's policy forbids inline scripts: the checker comes in through the debugger.
  await page.evaluate(readFileSync(AXE, "utf8"));
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run()).violations;
  });
  const serious = found.filter(({ impact }) => impact === "serious" || impact === "critical");
  const text = serious.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => `${node.target.join(" ")} ${node.html}\n    ${node.failureSummary}`)
        .join("\n  ")}`,
  );
  assert.equal(text.join("\n"), "", where);
}
