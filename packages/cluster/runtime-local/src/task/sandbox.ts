import { existsSync } from "node:fs";
import { rm, symlink, writeFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { ReeveError } from "@reeve/contract";
import { type LaunchRequest, makeFolder } from "@reeve/orchestrator/runtime";
import { renderTemplate } from "@reeve/scheduler-models";
import { VolumeLost } from "../failure.ts";
import type { Folders, TaskFolder } from "../folders.ts";

/**
 * Makes the folder of a task with its files and its volumes at their paths. Only this user can read the files, because they may contain
 * secrets.
 */
export async function prepareSandbox(
  folders: Folders,
  { path, sandbox }: TaskFolder,
  { node, files, volumes, secrets }: LaunchRequest,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  // Deletes what is left of a launch that never started.
  await rm(path, { recursive: true, force: true });
  makeFolder(sandbox);
  for (const [containerPath, { name, kept }] of Object.entries(volumes)) {
    const volume = folders.volume(name).path;
    if (!kept) makeFolder(volume);
    else if (!existsSync(volume)) throw new VolumeLost(node, name, volume);
    await symlink(volume, await pathIn(sandbox, containerPath));
  }
  for (const file of files) {
    const content = fill(file["relative-path"], file["template-content"], { ...environment, ...secrets });
    await writeFile(await pathIn(sandbox, file["relative-path"]), content, { mode: 0o600 });
  }
}

function fill(name: string, template: string, environment: Readonly<Record<string, string>>): string {
  try {
    return renderTemplate(template, environment);
  } catch (error) {
    throw new ReeveError("bad-input", `${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function pathIn(sandbox: string, path: string): Promise<string> {
  const full = resolve(sandbox, path.replace(/^\/+/, ""));
  if (!full.startsWith(sandbox + sep)) throw new ReeveError("bad-input", `${path} is outside the task's folder`);
  makeFolder(dirname(full));
  return full;
}
