import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { ReeveError } from "@reeve/contract";
import type { Program } from "@reeve/orchestrator/engine";

/** A program on this machine, in place of one next to a node. */
export interface SpawnedProgram extends Program {
  readonly process: ChildProcessWithoutNullStreams;
  readonly ended: Promise<unknown>;
}

export function spawnProgram([file = "", ...args]: readonly string[], env: NodeJS.ProcessEnv): SpawnedProgram {
  const child = spawn(file, args, { env });
  let errors = "";
  child.stderr.on("data", (bytes) => {
    errors += bytes;
  });
  child.stdin.on("error", () => undefined);
  const ended = once(child, "close");
  return {
    process: child,
    ended,
    output: (async function* () {
      yield* child.stdout as AsyncIterable<Uint8Array>;
      const [code] = await ended;
      if (code === null) throw new Error("the connection was lost");
      if (code !== 0) throw new ReeveError("server-failure", `exit code ${code}: ${errors.trim()}`);
    })(),
    write: (bytes) =>
      new Promise((resolve, reject) => {
        child.stdin.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => {
      child.stdin.end();
      child.stdout.destroy();
    },
  };
}
