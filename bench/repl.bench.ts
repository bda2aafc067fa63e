import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReeve } from "@reeve/service";
import { terminalOfThisProcess } from "@reeve/terminal";
import { readFlags } from "../apps/repl/src/flags.ts";
import { createLive } from "../apps/repl/src/live.ts";
import { makeShell } from "../apps/repl/src/make-shell.ts";
import type { Measure } from "./measure.ts";

// As it is published: bundled. From source, types would have to be taken out of every file first.
const folder = mkdtempSync(join(tmpdir(), "reeve-repl-bench-"));
execFileSync(process.execPath, [join(import.meta.dirname, "../apps/repl/build.ts"), join(folder, "bundle")]);
const shell = [join(folder, "bundle/main.cjs"), "--interactive", "--quiet"];
const node = ["--interactive"];

const reeve = await startReeve({ services: { kafka: { kind: "broker", revision: "R3", pace: 0 } } });

const nowhere = { PATH: process.env.PATH, REEVE_HOME: join(folder, "home") };
const somewhere = {
  ...nowhere,
  REEVE_URL: reeve.url,
  REEVE_SERVICE: "broker=kafka",
  REEVE_REVISION: "R3",
  REEVE_TOKEN: reeve.token,
};

const listed = "broker.pods.list()";
const fetched = `await fetch(process.env.REEVE_URL + "/service/kafka/v1/pod", {
  headers: { authorization: "token=" + process.env.REEVE_TOKEN } }).then((answer) => answer.json())`.replaceAll(
  "\n",
  "",
);

// Takes connections, and never answers.
const silent = createServer(() => undefined).listen(0, "127.0.0.1");
await once(silent, "listening");
const { port } = silent.address() as { port: number };
const flags = ["--url", `http://127.0.0.1:${port}`, "--service", "broker=kafka", "--revision", "R3"];
const manner = { pace: 0, isTold: false, conversation: () => undefined, changed: () => undefined };
const live = createLive(makeShell(readFlags(flags), terminalOfThisProcess(), manner));

export const measures: readonly Measure[] = [
  {
    name: "shell: from spawn to the first result",
    against: "node -i",
    goal: 1.15,
    subject: () => firstResult(shell, "1000 + 1", "1001", nowhere),
    floor: () => firstResult(node, "1000 + 1", "1001", nowhere),
  },
  {
    name: "shell: the same where a cluster is set",
    against: "node -i",
    subject: () => firstResult(shell, "1000 + 1", "1001", somewhere),
    floor: () => firstResult(node, "1000 + 1", "1001", somewhere),
  },
  {
    name: "shell: from spawn to the first answer of a cluster",
    against: "node -i that fetches",
    goal: 1.15,
    subject: () => firstResult(shell, listed, "broker-2", somewhere),
    floor: () => firstResult(node, fetched, "broker-2", somewhere),
  },
  {
    name: "shell: completing a name at a server that says nothing",
    against: "100 ms",
    goal: 1,
    subject: () => {
      live.session.used()?.names.forget();
      return live.complete('broker.topics.describe({ topic: "or');
    },
    floor: () => new Promise((resolve) => setTimeout(resolve, 100)),
  },
];

export async function close(): Promise<void> {
  silent.close();
  await live.session.close();
  await reeve.close();
  rmSync(folder, { recursive: true });
}

/** Types a line into a new process, and waits for what it gives. */
function firstResult(args: readonly string[], line: string, result: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], env });
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
