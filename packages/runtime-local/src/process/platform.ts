import { ReeveError } from "@reeve/contract";
import { linux } from "./linux.ts";
import { macos } from "./macos.ts";

/** What is asked of an operating system that Node does not offer. */
export interface Platform {
  /** When a process started, in words that no other process with its number has; undefined once it has ended. */
  startOf(pid: number): string | undefined;
  /** The group of a process. */
  groupOf(pid: number): number | undefined;
  /** The processes that have a file open, but for this one. */
  holdersOf(file: string): Promise<readonly number[]>;
  /** Who listens on a port, at an address or at whichever; undefined where no process that can be seen does. */
  listenerOn(port: number, host?: string): Promise<{ readonly pid: number; readonly name: string } | undefined>;
  /**
   * Locks a file, made where it is missing; undefined where somebody has locked it. The lock is the system's: it goes on in every process
   * that inherits the descriptor, and ends with the last one, however that ends. One that is shared is only kept from those that are not.
   */
  tryLock(file: string, shared?: "shared"): Promise<Lock | undefined>;
}

export interface Lock {
  readonly descriptor: number;
  /** Lets go of it here; who inherited it still has it. */
  release(): void;
}

export function platformOf(name: string): Platform {
  if (name === "linux") return linux;
  if (name === "darwin") return macos;
  throw new ReeveError("bad-input", `nodes run as processes of this machine on Linux and macOS, not on ${name}`);
}

/** Whether nobody has locked a file. */
export async function isFree(file: string, platform: Platform): Promise<boolean> {
  try {
    const lock = await platform.tryLock(file);
    lock?.release();
    return lock !== undefined;
  } catch (error) {
    // Somebody has deleted its folder.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return true;
    throw error;
  }
}
