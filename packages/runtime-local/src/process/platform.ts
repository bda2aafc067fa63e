import { ReeveError } from "@reeve/contract";
import { linux } from "./linux.ts";
import { macos } from "./macos.ts";

/** What is needed of an operating system beyond Node's own functions. */
export interface Platform {
  /** When a process started, as a text that is unique for this pid; undefined once it has ended. */
  startOf(pid: number): string | undefined;
  /** The group of a process. */
  groupOf(pid: number): number | undefined;
  /** Bytes of memory and seconds of processor time of a process and its children in the same group; undefined once it has ended. */
  usageOf(pid: number): { readonly memory: number; readonly processor: number } | undefined;
  /** The processes that have a file open, except this one. */
  holdersOf(file: string): Promise<readonly number[]>;
  /** Which process listens on a port, at one address or any; undefined where none is visible. */
  listenerOn(port: number, host?: string): Promise<{ readonly pid: number; readonly name: string } | undefined>;
  /**
   * Locks a file, created if it is missing; undefined where it is locked already. The system's lock stays with every process that inherits
   * the descriptor, and ends with the last of them, however it ends. A shared lock excludes only exclusive ones.
   */
  tryLock(file: string, shared?: "shared"): Promise<Lock | undefined>;
}

export interface Lock {
  readonly descriptor: number;
  /** Releases it in this process; processes that inherited it still hold it. */
  release(): void;
}

export function platformOf(name: string): Platform {
  if (name === "linux") return linux;
  if (name === "darwin") return macos;
  throw new ReeveError("bad-input", `nodes run as processes of this machine on Linux and macOS, not on ${name}`);
}

/** Whether a file is not locked. */
export async function isFree(file: string, platform: Platform): Promise<boolean> {
  try {
    const lock = await platform.tryLock(file);
    lock?.release();
    return lock !== undefined;
  } catch (error) {
    // Its folder has been deleted.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return true;
    throw error;
  }
}
