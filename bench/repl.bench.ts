import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReeve } from "@reeve/service";
import type { Measure } from "./measure.ts";

// As it is published: bundled. From source, types would have to be taken out of every file first.
const folder = mkdtempSync(join(tmpdir(), "reeve-repl-bench-"));
execFileSync(process.execPath, [join(import.meta.dirname, "../apps/repl/build.ts"), join(folder, "bundle")]);
const shell = [join(folder, "bundle/main.cjs"), "--interactive", "--quiet"];
const node = ["--interactive"];

const reeve = await startReeve({ services: { kafka: { kind: "broker", revision: "R3", pace: 0 } } });

const env = (url: string) => ({
  PATH: process.env.PATH,
  REEVE_HOME: join(folder, "home"),
  REEVE_URL: url,
  REEVE_SERVICE: "broker=kafka",
  REEVE_REVISION: "R3",
  REEVE_TOKEN: reeve.token,
});

const listed = "broker.pods.list()";
const fetched = `await fetch(process.env.REEVE_URL + "/service/kafka/v1/pod", {
  headers: { authorization: "token=" + process.env.REEVE_TOKEN } }).then((answer) => answer.json())`.replaceAll(
  "\n",
  "",
);

export const measures: readonly Measure[] = [
  {
    name: "shell: from spawn to the first result",
    against: "node -i",
    goal: 1.15,
    subject: () => firstResult(shell, "1000 + 1", "1001"),
    floor: () => firstResult(node, "1000 + 1", "1001"),
  },
  {
    name: "shell: from spawn to the first answer of a cluster",
    against: "node -i that fetches",
    goal: 1.15,
    subject: () => firstResult(shell, listed, "broker-2"),
    floor: () => firstResult(node, fetched, "broker-2"),
  },
];

export async function close(): Promise<void> {
  await reeve.close();
  rmSync(folder, { recursive: true });
}

/** Types a line into a new process, and waits for what it gives. */
function firstResult(args: readonly string[], line: string, result: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], env: env(reeve.url) });
    let written = "";
    let isThere = false;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      written += text;
      if (isThere || !written.includes(result)) return;
      isThere = true;
      resolve();
      child.kill("SIGKILL");
    });
    child.once("exit", () => reject(new Error(`it ended without ${result}: ${written}`)));
    child.stdin.write(`${line}\n`);
  });
}
