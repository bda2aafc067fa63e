import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startReeve } from "@reeve/service";
import type { Measure } from "./measure.ts";

// Uses the published bundle, because Node would have to strip types from every source file first.
const folder = mkdtempSync(join(tmpdir(), "reeve-cli-bench-"));
execFileSync(process.execPath, [join(import.meta.dirname, "../apps/cli/build.ts"), join(folder, "bundle")]);
const program = join(folder, "bundle/reeve.cjs");

const reeve = await startReeve({ services: { kafka: { kind: "broker", revision: "R3", pace: 0 } } });
const asking = join(folder, "ask.mjs");
writeFileSync(
  asking,
  `import ky from ${JSON.stringify(import.meta.resolve("ky"))};
const headers = { authorization: "token=" + process.env.REEVE_TOKEN };
const names = await ky(process.env.REEVE_URL + "/service/kafka/v1/topics", { headers }).json();
for (const name of names) console.log(name);
`,
);

const env = {
  PATH: process.env.PATH,
  HOME: folder,
  REEVE_HOME: join(folder, "home"),
  REEVE_URL: reeve.url,
  REEVE_SERVICE: "kafka",
  REEVE_TOKEN: reeve.token,
};
const execute = promisify(execFile);
const run =
  (...args: readonly string[]) =>
  () =>
    execute(process.execPath, args, { env });
const nothing = run("-e", "0");

for (const topic of ["orders", "payments", "returns"]) {
  await run(program, "broker", "topics", "create", topic, "--partitions", "3", "--replication", "2")();
}

export const measures: readonly Measure[] = [
  { name: "reeve --version", against: "node -e 0", goal: 1.05, isFelt: true, subject: run(program, "--version"), floor: nothing },
  { name: "reeve --help", against: "node -e 0", goal: 1.05, isFelt: true, subject: run(program, "--help"), floor: nothing },
  {
    name: "reeve broker --help",
    against: "node -e 0",
    goal: 1.1,
    subject: run(program, "broker", "--help"),
    floor: nothing,
  },
  {
    name: "reeve broker topics list",
    against: "a program that asks with ky and prints",
    goal: 1.1,
    isFelt: true,
    subject: run(program, "broker", "topics", "list"),
    floor: run(asking),
  },
];

export async function close(): Promise<void> {
  await reeve.close();
  rmSync(folder, { recursive: true });
}
