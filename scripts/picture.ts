/**
 * Makes the pictures of the README: `npm run picture` records a session of the command line in a terminal and draws it in
 * docs/pictures/session.svg, and photographs the console in docs/pictures/console.png.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReeve } from "@reeve/service";
import { openBrowser } from "@reeve/testing/browser";
import { draw } from "./picture/draw.ts";
import { type Line, record } from "./picture/record.ts";
import { root } from "./workspace.ts";

const DONE = /\$ $/;

/** The lines to type, and the text to wait for after each line. */
const lines: readonly Line[] = [
  { typed: "reeve up --detach --definition cluster.yaml", until: DONE, isBefore: true },
  { typed: "reeve broker plans watch deploy", until: DONE },
  { typed: "reeve broker topics create orders --partitions 3 --replication 3", until: DONE },
  { typed: "reeve broker topics describe orders", until: DONE },
  { typed: "reeve broker topics describe ordrs", until: DONE },
  { typed: "reeve broker pods replace broker-1 --yes --wait", until: DONE },
  { typed: "reeve broker topics under-replicated", until: DONE },
];

const folder = mkdtempSync(join(tmpdir(), "reeve-picture-"));
writeFileSync(join(folder, "cluster.yaml"), "services:\n  kafka: { kind: broker, pace: 5 }\n");
const frames = await record(lines, folder);
rmSync(folder, { recursive: true });
const path = join(root, "docs/pictures/session.svg");
writeFileSync(path, draw(frames));
console.log(`wrote ${path}: ${frames.length} frames, ${Math.round((frames.at(-1)?.at ?? 0) / 1000)} s`);
await photographConsole(join(root, "docs/pictures/console.png"));

/** The overview of a broker during a rollout. */
async function photographConsole(file: string): Promise<void> {
  const opened = await openBrowser();
  if (typeof opened === "string") throw new Error(opened);
  await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 3 } } });
  const page = await opened.browser.newPage({ viewport: { width: 1100, height: 366 } });
  await page.goto(reeve.url);
  await page.fill("input[name=token]", reeve.token);
  await page.click("button[type=submit]");
  await page.waitForSelector("text=kafka");
  await page.click("text=kafka");
  await page.waitForSelector("text=running");
  await page.screenshot({ path: file });
  await opened.browser.close();
  console.log(`wrote ${file}`);
}
