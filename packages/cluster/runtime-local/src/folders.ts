import { join } from "node:path";

/** The paths of one service instance. */
export interface Folders {
  readonly root: string;
  /** The lock file of the service that runs the instance. */
  readonly owner: string;
  readonly tasks: string;
  readonly volumes: string;
  volume(name: string): VolumeFolder;
  task(taskId: string): TaskFolder;
}

/** A folder and the lock file next to it. Every process that uses the folder holds the lock. */
export interface Locked {
  readonly path: string;
  readonly lock: string;
}

/**
 * The folder of a volume, with two lock files: the node's own task holds the first lock exclusively, and sidecar tasks share the second.
 */
interface VolumeFolder extends Locked {
  readonly sidecarLock: string;
}

/** The folder of a task. The lock file and the file with the exit code are outside the sandbox, where the task does not touch them. */
export interface TaskFolder extends Locked {
  /** The working directory of the task, with its files and volumes. */
  readonly sandbox: string;
  /** The file with the exit code of a one-shot task that has ended. */
  readonly exit: string;
}

export function foldersOf(folder: string, instance: string): Folders {
  const root = join(folder, fileName(instance));
  const tasks = join(root, "tasks");
  const volumes = join(root, "volumes");
  return {
    root,
    owner: join(root, "owner.lock"),
    tasks,
    volumes,
    volume: (name) => {
      const path = join(volumes, fileName(name));
      return { path, lock: `${path}.lock`, sidecarLock: `${path}.sidecar.lock` };
    },
    task: (taskId) => {
      const path = join(tasks, fileName(taskId));
      return { path, lock: join(path, "lock"), sandbox: join(path, "sandbox"), exit: join(path, "exit") };
    },
  };
}

/** Makes a name usable as a file name, without path separators. */
function fileName(name: string): string {
  return name.replaceAll(/[^\w-]/gu, (letter) => encodeURIComponent(letter).replaceAll(".", "%2E"));
}
