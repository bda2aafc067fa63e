import { totalmem } from "node:os";
import type { Runtime } from "@reeve/orchestrator/runtime";
import { openLocalAgents } from "./agents.ts";
import { platformOf } from "./process/platform.ts";
import { freeSpace } from "./room.ts";
import { createPortLedger } from "./task/ports.ts";

/** Where tasks run on this machine, and how much of their output is kept. */
export interface LocalRuntimeOptions {
  /** The folder of all volumes, sandboxes and logs; created if it is missing. */
  readonly folder: string;
  /** The address that tasks listen on; `127.0.0.1` by default. */
  readonly address?: string;
  /** The name of this machine for clients; `localhost` by default. */
  readonly hostname?: string;
  /** The range from which ports are chosen. The default, 20000 to 31999, is below the range from which operating systems choose ports. */
  readonly ports?: { readonly from: number; readonly to: number };
  /** The limits of a task's output: how many rotated files are kept, and the maximum size of a file in bytes. */
  readonly logs?: { readonly files: number; readonly bytes: number };
  /** The environment from which tasks inherit a few variables: the search path, the home folder, the language, and the path of Java. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Returns the free space in bytes of the disk on which a folder is. By default, the system is asked. */
  readonly freeSpace?: (folder: string) => number;
  /** Returns a random number of at least 0 and less than 1. */
  readonly random?: () => number;
}

export type LocalSettings = Required<LocalRuntimeOptions>;

/** Runs tasks as processes of this machine. They keep running when the service stops, and the next one takes them over. */
export function createLocalRuntime(options: LocalRuntimeOptions): Runtime {
  const settings: LocalSettings = {
    address: "127.0.0.1",
    hostname: "localhost",
    ports: { from: 20_000, to: 31_999 },
    logs: { files: 5, bytes: 10_000_000 },
    environment: process.env,
    freeSpace,
    random: Math.random,
    ...options,
  };
  const ledger = createPortLedger();
  return {
    name: "local",
    simulated: false,
    memory: Math.floor(totalmem() / MB),
    open: async (context) => openLocalAgents(context, settings, platformOf(process.platform), ledger),
  };
}

const MB = 1024 * 1024;
