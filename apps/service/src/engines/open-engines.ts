import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Offer, OrchestratorOptions } from "@reeve/orchestrator";
import type { CertificateAuthority } from "@reeve/orchestrator/engine";
import { keepInMemory } from "../state/state-folder.ts";
import { type LoadContext, loadSimulation, missingPackage, type Registered, registeredEngines, registeredRuntimes } from "./registered.ts";

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

/** Loads every engine that is installed, with its runtimes. Of real engines, only the part that checks definitions is loaded. */
export async function openEngines({ state, objectStore = {}, authority, keyFiles = keepInMemory() }: EngineOptions) {
  // The name is random, so that no other user can make the folder first.
  const folder = state === undefined ? join(tmpdir(), `reeve-${crypto.randomUUID()}`) : join(state, NODES);
  const kept = { ...objectStore, ...(state !== undefined && { folder: join(state, "object-store") }) };
  const simulation = await loadSimulation({ objectStore: kept, keyFiles });
  const context = { folder, objectStore: kept, authority, keyFiles, simulation: async () => simulation };
  const [installedEngines, installedRuntimes] = await Promise.all([installedOf(registeredEngines), installedOf(registeredRuntimes)]);
  const runtimes = new Map(await Promise.all(installedRuntimes.map(async ({ name, load }) => [name, await load(context)] as const)));
  const engines = await Promise.all(
    installedEngines.map(async ({ load, runtimes: names }) => {
      const engine = await load(context);
      return names.flatMap((name) => {
        const runtime = runtimes.get(name);
        return runtime ? [{ engine, runtime }] : [];
      });
    }),
  );
  return {
    /** The engines that definitions can name, each with its runtime. */
    engines: engines.flat() as OrchestratorOptions["engines"],
    /** Kills the process of a simulated node. */
    kill: (service: string, node: string): void => simulation.kill(service, node),
    /** Deletes temporary files. */
    close: (): void => {
      if (state === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function installedOf<Named extends Registered<unknown>>(all: readonly Named[]): Promise<readonly Named[]> {
  const missing = await Promise.all(all.map(missingPackage));
  return all.filter((_, index) => missing[index] === undefined);
}

/** All engines that definitions can name: the registered engines, and the engines that a program adds. */
export async function offersWith(more: readonly Offer[] = []): Promise<readonly Offer[]> {
  const runtimes = new Map(await Promise.all(registeredRuntimes.map(async (each) => [each.name, await part(each)] as const)));
  const registered = await Promise.all(
    registeredEngines.map(async (each) => {
      const { missing: without, ...own } = await part(each);
      const engine = { ...own, kind: each.kind };
      return each.runtimes.map((name): Offer => {
        const { missing = without, ...runtime } = runtimes.get(name) ?? { name };
        return { engine, runtime, ...(missing !== undefined && { missing }) };
      });
    }),
  );
  return [...registered.flat(), ...more];
}

/** The name and the settings of an engine or a runtime, or the package without which they cannot be loaded. */
async function part(registered: Registered<unknown>) {
  const { name, settings } = registered;
  const missing = await missingPackage(registered);
  if (missing !== undefined) return { name, missing };
  return settings ? { name, settings: await settings() } : { name };
}
