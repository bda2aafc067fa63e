import { closeSync, existsSync, openSync } from "node:fs";
import { rm, symlink, writeFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { ReeveError } from "@reeve/contract";
import { contentOfFile, type LaunchRequest, makePrivateFolder } from "@reeve/orchestrator/runtime";
import { type Folders, type Locked, type TaskFolder, VolumeLost } from "../folders.ts";
import type { Lock, Platform } from "../process/platform.ts";
import { type StartedProcess, startProcess } from "../process/spawn.ts";

export interface StartOptions {
  readonly folders: Folders;
  readonly folder: TaskFolder;
  readonly platform: Platform;
  /** The environment of the task. The templates of its files are filled with the same values. */
  readonly environment: Readonly<Record<string, string>>;
  /** The file to which the task's output is appended. */
  readonly output: string;
}

/** Starts a task with locks, which show later services that the task runs and which volumes it uses. */
export async function startLocalTask(
  request: LaunchRequest,
  inherited: Readonly<Record<string, string>>,
  { folders, folder, platform, environment, output }: StartOptions,
): Promise<StartedProcess> {
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

/** Makes a task's folder with its files, which only this user can read (they may hold secrets), and its volumes. */
async function prepareSandbox(
  folders: Folders,
  { path, sandbox }: TaskFolder,
  { node, files, volumes, secrets }: LaunchRequest,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  // Deletes what is left of a launch that never started.
  await rm(path, { recursive: true, force: true });
  makePrivateFolder(sandbox);
  for (const [containerPath, { name, kept }] of Object.entries(volumes)) {
    const volume = folders.volume(name).path;
    if (!kept) makePrivateFolder(volume);
    else if (!existsSync(volume)) throw new VolumeLost(node, name, volume);
    await symlink(volume, await pathIn(sandbox, containerPath));
  }
  for (const file of files) {
    const content = contentOfFile(file, { ...environment, ...secrets });
    await writeFile(await pathIn(sandbox, file["relative-path"]), content, { mode: 0o600 });
  }
}

async function pathIn(sandbox: string, path: string): Promise<string> {
  const full = resolve(sandbox, path.replace(/^\/+/, ""));
  if (!full.startsWith(sandbox + sep)) throw new ReeveError("bad-input", `${path} is outside the task's folder`);
  makePrivateFolder(dirname(full));
  return full;
}
