/** Records a session of the command line in a terminal and draws it: `npm run picture` writes docs/pictures/session.svg. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
