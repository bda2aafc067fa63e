import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Offer, OrchestratorOptions } from "@reeve/orchestrator";
import type { CertificateAuthority } from "@reeve/orchestrator/engine";
import { keepInMemory } from "../state/state-folder.ts";
import { type LoadContext, loadSimulation, registeredEngines, registeredRuntimes } from "./registered.ts";

/** The engines that definitions can name, each with its runtime. */
export interface OpenEngines {
  readonly engines: OrchestratorOptions["engines"];
  /** Kills the process of a simulated node. */
  kill(service: string, node: string): void;
  /** Deletes temporary files. */
  close(): void;
}

/** What engines need to know about the service. */
export interface EngineOptions {
  /** The state folder. Without it, the data of real nodes is in a temporary folder, which is deleted when the service ends. */
  readonly state?: string | undefined;
  readonly objectStore?: { readonly endpoint?: string; readonly region?: string };
  /** Signs the certificates of nodes; without it, no nodes with TLS can be launched. */
  readonly authority?: CertificateAuthority;
  /** The private files of the service (default: in memory). */
  readonly keyFiles?: LoadContext["keyFiles"];
}

/** The name of the folder for real nodes, inside the state folder. */
export const NODES = "nodes";

/** Loads every engine with its runtimes. Of real engines, only the part that checks definitions is loaded. */
export async function openEngines({
  state,
  objectStore = {},
  authority,
  keyFiles = keepInMemory(),
}: EngineOptions): Promise<OpenEngines> {
  // The name is random, so that no other user can make the folder first.
  const folder = state === undefined ? join(tmpdir(), `reeve-${crypto.randomUUID()}`) : join(state, NODES);
  const kept = { ...objectStore, ...(state !== undefined && { folder: join(state, "object-store") }) };
  const simulation = await loadSimulation({ objectStore: kept, keyFiles });
  const context = { folder, objectStore: kept, authority, keyFiles, simulation: async () => simulation };
  const runtimes = new Map(
    await Promise.all(registeredRuntimes.map(async ({ name, load }) => [name, await load(context)] as const)),
  );
  const engines = await Promise.all(
    registeredEngines.map(async ({ load, runtimes: names }) => {
      const engine = await load(context);
      return names.flatMap((name) => {
        const runtime = runtimes.get(name);
        return runtime ? [{ engine, runtime }] : [];
      });
    }),
  );
  return {
    engines: engines.flat(),
    kill: (service, node) => simulation.kill(service, node),
    close: () => {
      if (state === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** All engines that definitions can name: the registered engines, and the engines that a program adds. */
export async function offersWith(more: readonly Offer[] = []): Promise<readonly Offer[]> {
  const runtimes = new Map(
    await Promise.all(
      registeredRuntimes.map(async ({ name, settings }) => {
        const runtime: Offer["runtime"] = { name, ...(settings && { settings: await settings() }) };
        return [name, runtime] as const;
      }),
    ),
  );
  const registered = await Promise.all(
    registeredEngines.map(async ({ name, kind, settings, runtimes: names }) => {
      const engine = { name, kind, settings: await settings() };
      return names.map((runtime): Offer => ({ engine, runtime: runtimes.get(runtime) ?? { name: runtime } }));
    }),
  );
  return [...registered.flat(), ...more];
}
