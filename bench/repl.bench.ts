import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReeve } from "@reeve/service";
import { terminalOfThisProcess } from "@reeve/terminal";
import { createLive } from "../apps/repl/src/parts/live.ts";
import { readFlags } from "../apps/repl/src/start/flags.ts";
import { makeShell } from "../apps/repl/src/start/shell.ts";
import type { Measure } from "./measure.ts";

// Uses the published bundle, because Node would have to strip types from every source file first.
const folder = mkdtempSync(join(tmpdir(), "reeve-repl-bench-"));
execFileSync(process.execPath, [join(import.meta.dirname, "../apps/repl/build.ts"), join(folder, "bundle")]);
const shell = [join(folder, "bundle/main.cjs"), "--interactive", "--quiet"];
const node = ["--interactive"];

const reeve = await startReeve({ services: { kafka: { kind: "broker", revision: "R3", pace: 0 } } });

const nowhere = { PATH: process.env.PATH, HOME: folder, REEVE_HOME: join(folder, "home") };
const somewhere = {
  ...nowhere,
  REEVE_URL: reeve.url,
  REEVE_SERVICE: "broker=kafka",
  REEVE_REVISION: "R3",
  REEVE_TOKEN: reeve.token,
};

const listed = "broker.pods.list()";

// Lets one shell end by itself, because only then does it store its compiled code for the next start. The measured shells are killed.
// The service is in this process, so the shell must not block it.
const first = spawn(process.execPath, shell, { env: somewhere, stdio: ["pipe", "ignore", "ignore"] });
first.stdin.end(`${listed}\n.exit\n`);
await once(first, "exit");
const asked = [
  `const { default: ky } = await import(${JSON.stringify(import.meta.resolve("ky"))})`,
  'await ky(process.env.REEVE_URL + "/service/kafka/v1/pod", { headers: { authorization: "token=" + process.env.REEVE_TOKEN } }).json()',
].join("; ");

// A server that accepts connections and never answers.
const silent = createServer(() => undefined).listen(0, "127.0.0.1");
await once(silent, "listening");
const { port } = silent.address() as { port: number };
const flags = ["--url", `http://127.0.0.1:${port}`, "--service", "broker=kafka", "--revision", "R3"];
const options = { pace: 0, isVerbose: false, conversation: () => undefined, changed: () => undefined };
const live = createLive(makeShell(readFlags(flags), terminalOfThisProcess(), options));

export const measures: readonly Measure[] = [
  {
    name: "the shell, from spawn to the first result",
    against: "node -i",
    goal: 1.25,
    isFelt: true,
    subject: () => firstResult(shell, "1000 + 1", "1001", nowhere),
    floor: () => firstResult(node, "1000 + 1", "1001", nowhere),
  },
  {
    name: "the same where a cluster is set",
    against: "node -i",
    subject: () => firstResult(shell, "1000 + 1", "1001", somewhere),
    floor: () => firstResult(node, "1000 + 1", "1001", somewhere),
  },
  {
    name: "the shell, from spawn to the first answer from a cluster",
    against: "node -i that asks with ky",
    goal: 1.15,
    isFelt: true,
    subject: () => firstResult(shell, listed, "broker-2", somewhere),
    floor: () => firstResult(node, asked, "broker-2", somewhere),
  },
  {
    name: "memory after the first result",
    against: "node -i",
    rounds: 5,
    unit: "MB",
    sample: async () => ({ subject: await memory(shell, nowhere), floor: await memory(node, nowhere) }),
  },
  {
    name: "memory after the first answer of a cluster",
    against: "node -i that asks with ky",
    rounds: 5,
    unit: "MB",
    sample: async () => ({
      subject: await memory(shell, somewhere, `${listed}\n`),
      floor: await memory(node, somewhere, `${asked}\n`),
    }),
  },
  {
    name: "completing a name while the server does not answer",
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

/** Types lines into a new process and waits for their output. */
async function firstResult(args: readonly string[], line: string, result: string, env: NodeJS.ProcessEnv): Promise<void> {
  await typed(args, line, (written) => written.includes(result), env);
}

/** The resident memory of a process in megabytes after its first answer. */
async function memory(args: readonly string[], env: NodeJS.ProcessEnv, before = ""): Promise<number> {
  const requested = "'resident ' + process.memoryUsage.rss() + '.'";
  const RESIDENT = /resident (\d+)\./;
  const written = await typed(args, before + requested, (text) => RESIDENT.test(text), env);
  return Number(RESIDENT.exec(written)?.[1]) / 2 ** 20;
}

function typed(args: readonly string[], lines: string, isThere: (written: string) => boolean, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], env });
    let written = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      written += text;
      if (!isThere(written)) return;
      resolve(written);
      child.kill("SIGKILL");
    });
    child.once("exit", () => reject(new Error(`the shell ended without the expected output: ${written}`)));
    child.stdin.write(`${lines}\n`);
  });
}
