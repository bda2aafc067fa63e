import { limiter, type ObjectStore } from "@reeve/backups";
import type { EngineContext, WorkContext } from "@reeve/orchestrator/engine";
import { fileHashers } from "./file-hasher.ts";
import { localFiles } from "./local-files.ts";
import { type RunningTask, shellFiles } from "./shell-files.ts";

/** The files of a node for backups and restores, wherever the node runs. Close the files when the work with them has ended. */
export interface NodeFiles extends AsyncDisposable {
  /** Rejects with a reason for operators if a folder of the node cannot be used. */
  expectFolder(folder: string): Promise<void>;
  /** Returns the names of the folders in a folder; none if the folder does not exist. */
  folders(folder: string): Promise<readonly string[]>;
  /** Returns the files in a folder; none if the folder does not exist. */
  files(folder: string): Promise<readonly FileInFolder[]>;
  /** Returns the SHA-256 checksum of a file; undefined if there is no file of this size. */
  sha256(file: FileAt): Promise<string | undefined>;
  /** Stores a file as an object. */
  upload(file: FileAt & Checksum, key: string, place: ObjectStore): Promise<void>;
  /** Writes an object to a file. The file is `damaged` if its size or its checksum differs from what was expected. */
  download(key: string, file: FileAt & Checksum, place: ObjectStore): Promise<"complete" | "missing" | "damaged">;
  /** Deletes a folder with everything in it. */
  remove(folder: string): Promise<void>;
}

export interface FileInFolder {
  readonly name: string;
  readonly bytes: number;
}

interface FileAt {
  readonly path: string;
  readonly bytes: number;
}

interface Checksum {
  readonly sha256: string;
}

/** Opens the files of a node for some work. */
export type OpenNodeFiles = (node: string, context: Pick<WorkContext, "signal" | "report">) => NodeFiles;

/** The number of files that go through this process at once. Each can take the memory of several parts of an upload. */
const TRANSFERS = 4;

/** Returns how this process gets at the files of nodes: directly on this machine, otherwise through programs in pods. */
export function nodeFiles({ exec, node, clock }: Pick<EngineContext<unknown>, "exec" | "node" | "clock">): OpenNodeFiles {
  if (!exec) {
    const hasher = fileHashers();
    return (id, { signal }) => localFiles(id, signal, hasher());
  }
  const limited = limiter(TRANSFERS);
  const runningTask = (id: string): RunningTask => {
    const task = node(id)?.tasks.find(({ state }) => state === "running");
    if (!task) throw new Error(`${id} is not running`);
    return (command, signal) => exec(task.taskId, command, signal);
  };
  return (id, context) => shellFiles(id, { start: () => runningTask(id), clock, limited, ...context });
}
