import { closeSync, openSync } from "node:fs";
import { ReeveError } from "@reeve/contract";
import type { LaunchRequest } from "@reeve/orchestrator/runtime";
import type { Folders, Locked, TaskFolder } from "../folders.ts";
import type { Lock, Platform } from "../process/platform.ts";
import { type Started, startProcess } from "../process/spawn.ts";
import { prepareSandbox } from "./sandbox.ts";

export interface StartOptions {
  readonly folders: Folders;
  readonly folder: TaskFolder;
  readonly platform: Platform;
  /** The environment of the task. The templates of its files are filled with the same values. */
  readonly environment: Readonly<Record<string, string>>;
  /** The file to which the task's output is appended. */
  readonly output: string;
}

/**
 * Starts a task. The task inherits locks that are taken before it starts, so that a later service can always see that the task runs and
 * which volumes it uses.
 */
export async function startTask(
  request: LaunchRequest,
  inherited: Readonly<Record<string, string>>,
  { folders, folder, platform, environment, output }: StartOptions,
): Promise<Started> {
  const locks: Lock[] = [];
  let printed: number | undefined;
  try {
    await prepareSandbox(folders, folder, request, environment);
    const volumes = Object.values(request.volumes).map(({ name }) => folders.volume(name));
    locks.push(await lock(folder, request.node, platform));
    for (const volume of volumes) {
      const { path, sidecarLock } = volume;
      const taken = request.sidecar
        ? await lock({ path, lock: sidecarLock }, request.node, platform, "shared")
        : await lock(volume, request.node, platform);
      locks.push(taken);
    }
    printed = openSync(output, "a", 0o600);
    return await startProcess(
      {
        command: request.command.value,
        folder: folder.sandbox,
        environment: { ...inherited, ...environment },
        output: printed,
        locks: locks.map(({ descriptor }) => descriptor),
        ...(request.oneShot && { exit: folder.exit }),
      },
      platform,
    );
  } finally {
    if (printed !== undefined) closeSync(printed);
    for (const { release } of locks) release();
  }
}

async function lock({ path, lock: file }: Locked, node: string, platform: Platform, shared?: "shared"): Promise<Lock> {
  const taken = await platform.tryLock(file, shared);
  if (taken) return taken;
  const pids = await platform.holdersOf(file);
  throw new ReeveError("conflict", `${node} cannot be started: ${path} is in use by ${processes(pids)}`);
}

function processes(pids: readonly number[]): string {
  if (pids.length === 0) return "another user's process";
  return pids.length === 1 ? `the process ${pids[0]}` : `the processes ${pids.join(", ")}`;
}
