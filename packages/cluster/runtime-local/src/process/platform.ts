import { codeOfError, ReeveError } from "@reeve/contract";
import { linux } from "./linux.ts";
import { macos } from "./macos.ts";

/** The functions of an operating system that Node.js does not offer. */
export interface Platform {
  /** The start time of a process, as a text that is unique for this pid; undefined once the process has ended. */
  startOf(pid: number): string | undefined;
  /** The group of a process. */
  groupOf(pid: number): number | undefined;
  /** The memory in bytes and processor time in seconds of a process and its group; undefined once it has ended. */
  usageOf(pid: number): { readonly memory: number; readonly processor: number } | undefined;
  /** The processes that have a file open, except this one. */
  holdersOf(file: string): Promise<readonly number[]>;
  /**
   * The process that listens on a port, at the given address or, without one, at any address; undefined if nothing listens there. Of a
   * process that this user may not look at, only the user is known.
   */
  listenerOn(port: number, host?: string): Promise<Listener | undefined>;
  /**
   * Locks a file, which is created if it is missing; undefined if the file is already locked. Every process that inherits the descriptor
   * keeps the lock until that process ends, even if it is killed. A shared lock excludes only exclusive locks.
   */
  tryLock(file: string, shared?: "shared"): Promise<Lock | undefined>;
}

export interface Listener {
  readonly pid?: number;
  readonly name?: string;
  /** The name of the user who runs the process, or the id of a user without a name. */
  readonly user?: string;
}

export interface Lock {
  readonly descriptor: number;
  /** Releases the lock in this process; processes that inherited it keep it. */
  release(): void;
}

export function platformOf(name: string): Platform {
  if (name === "linux") return linux;
  if (name === "darwin") return macos;
  throw new ReeveError("bad-input", `nodes cannot run as processes on ${name}, only on Linux and macOS`);
}

/** Whether no process has locked a file. */
export async function isFileFree(file: string, platform: Platform): Promise<boolean> {
  try {
    const lock = await platform.tryLock(file);
    lock?.release();
    return lock !== undefined;
  } catch (error) {
    // If the folder has been deleted, no process can hold a lock in it.
    if (codeOfError(error) === "ENOENT") return true;
    throw error;
  }
}

/** Keeps the process alive until the returned function is called. The timers of the service do not keep it alive. */
export function keepProcessAlive(): () => void {
  const timer = setInterval(() => undefined, 2 ** 30);
  return () => clearInterval(timer);
}
