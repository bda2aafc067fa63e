import { join } from "node:path";

/** Where things of one service instance are. */
export interface Folders {
  readonly root: string;
  /** Locked by the one service that runs the instance. */
  readonly owner: string;
  readonly tasks: string;
  readonly volumes: string;
  volume(name: string): VolumeFolder;
  task(taskId: string): TaskFolder;
}

/** A folder, and the file beside it that whoever uses it holds a lock on. */
export interface Locked {
  readonly path: string;
  readonly lock: string;
}

/** A volume: its own task locks it for itself, those beside it share another lock. */
interface VolumeFolder extends Locked {
  readonly besideLock: string;
}

/** What is kept of a task. Its files are not where it works: they are out of its way. */
export interface TaskFolder extends Locked {
  /** Where it works, and finds its files and volumes. */
  readonly sandbox: string;
  /** The code that a one-shot task ended with, once it has ended. */
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
      return { path, lock: `${path}.lock`, besideLock: `${path}.beside.lock` };
    },
    task: (taskId) => {
      const path = join(tasks, fileName(taskId));
      return { path, lock: join(path, "lock"), sandbox: join(path, "sandbox"), exit: join(path, "exit") };
    },
  };
}

/** A name as a file has it: nothing in it leads elsewhere. */
function fileName(name: string): string {
  return name.replaceAll(/[^\w-]/gu, (letter) => encodeURIComponent(letter).replaceAll(".", "%2E"));
}
