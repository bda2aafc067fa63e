import { join } from "node:path";
import { codeOfError, ReeveError } from "@reeve/contract";
import { reasonOf } from "@reeve/orchestrator/runtime";

export type Folders = ReturnType<typeof foldersOf>;

export type TaskFolder = ReturnType<Folders["task"]>;

/** A folder and the lock file next to it. Every process that uses the folder holds the lock. */
export type Locked = Pick<TaskFolder, "path" | "lock">;

/** The paths of one service instance. */
export function foldersOf(folder: string, instance: string) {
  const root = join(folder, fileName(instance));
  const tasks = join(root, "tasks");
  const volumes = join(root, "volumes");
  return {
    root,
    /** The lock file of the service that runs the instance. */
    owner: join(root, "owner.lock"),
    tasks,
    volumes,
    /** The folder of a volume. The node's task locks the first of two lock files exclusively; sidecar tasks share the second. */
    volume(name: string) {
      const path = join(volumes, fileName(name));
      return { path, lock: `${path}.lock`, sidecarLock: `${path}.sidecar.lock` };
    },
    /** The folder of a task. The lock and the exit code of a one-shot task are outside the sandbox, where the task does not touch them. */
    task(taskId: string) {
      const path = join(tasks, fileName(taskId));
      return { path, lock: join(path, "lock"), sandbox: join(path, "sandbox"), exit: join(path, "exit") };
    },
  };
}

/** Makes a name usable as a file name, without path separators. */
function fileName(name: string): string {
  return name.replaceAll(/[^\w-]/gu, (letter) => encodeURIComponent(letter).replaceAll(".", "%2E"));
}

/** Makes the error for an operation that failed on this machine. Its message is one sentence: what failed, why, and what to do. */
export function explainFailure(error: unknown, doing: string): ReeveError {
  if (error instanceof ReeveError) return error;
  const reason = reasons[codeOfError(error) ?? ""] ?? reasonOf(error);
  return new ReeveError("server-failure", `${doing}: ${reason}`, {}, { cause: error });
}

/** The error for a missing volume that a task has already used, together with its data. */
export class VolumeLost extends ReeveError {
  readonly state: { readonly state: "failed"; readonly reason: string; readonly lost: string };

  constructor(node: string, volume: string, path: string) {
    const reason = `the volume ${volume} of ${node} is missing; restore the folder ${path} and restart the node`;
    super("conflict", reason);
    this.state = { state: "failed", reason, lost: volume };
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; make room on it",
  EDQUOT: "this user's disk quota is used up; make room, or raise the quota",
  EROFS: "the disk is read-only; choose a folder that can be written to",
  EACCES: "this user lacks permission; change the owner of the folder, or choose another folder",
  EPERM: "this user lacks permission; change the owner of the folder, or choose another folder",
  ENOENT: "the folder cannot be made there; choose another folder",
  EEXIST: "a file is where a folder should be; move it away, or choose another folder",
  ENOTDIR: "a file is where a folder should be; move it away, or choose another folder",
  EAGAIN: "this user may not start more processes; end some, or raise the limit",
  ENOMEM: "the memory is used up; end other programs, or reduce the memory of the nodes",
  EMFILE: "too many files are open; raise the limit of open files",
  ENFILE: "too many files are open on this machine",
};
