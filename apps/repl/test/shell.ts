import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPseudoTerminal, type PseudoTerminal } from "@reeve/testing/pseudo-terminal";

const main: string = join(import.meta.dirname, "../src/main.ts");

/** A test cluster in a process of its own. */
export interface TestCluster extends AsyncDisposable {
  readonly url: string;
  /** Makes the cluster cut every connection for some milliseconds. */
  down(milliseconds: number): Promise<void>;
  /** Starts a rollout of three nodes. The first one is starting until the rollout is continued or completed. */
  rollOut(): Promise<void>;
  /** Lets each read of the plan advance the rollout. */
  continueRollOut(): Promise<void>;
  /** Completes the rollout. */
  endRollOut(): Promise<void>;
}

export async function startCluster(): Promise<TestCluster> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "cluster.ts")], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const url = await new Promise<string>((resolve) => child.stdout?.once("data", (line) => resolve(String(line).trim())));
  return {
    url,
    down: async (milliseconds) => void (await fetch(`${url}/test/down/${milliseconds}`)),
    rollOut: async () => void (await fetch(`${url}/test/rollout`)),
    continueRollOut: async () => void (await fetch(`${url}/test/rollout/continue`)),
    endRollOut: async () => void (await fetch(`${url}/test/rollout/end`)),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await new Promise((resolve) => (child.exitCode === null && child.signalCode === null ? child.once("exit", resolve) : resolve(0)));
    },
  };
}

/** A token that no output may contain. */
export const TOKEN = "canary-t0ken";

/** The home folder and the environment of a user. */
export interface Home extends Disposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function makeHome(url?: string): Home {
  const folder = mkdtempSync(join(tmpdir(), "reeve-repl-"));
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: folder,
    REEVE_HOME: join(folder, "reeve"),
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    NO_COLOR: "1",
    ...(url !== undefined && { REEVE_URL: url, REEVE_SERVICE: "broker=kafka", REEVE_TOKEN: TOKEN }),
  };
  return { folder, env, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs the shell without a terminal. */
export function run(home: Home, args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: "utf8",
    env: { ...home.env },
    input,
    cwd: home.folder,
  });
  return { status, stdout, stderr };
}

/** Opens the shell at a terminal. */
export function open(home: Home, args: readonly string[] = [], size?: { columns: number; rows: number }): PseudoTerminal {
  return openPseudoTerminal([process.execPath, main, ...args], home.env, size);
}
