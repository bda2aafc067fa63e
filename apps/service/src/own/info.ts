import { readFileSync } from "node:fs";
import type { Instance, Orchestrator, Removal } from "@reeve/orchestrator";
import type { FileDeployment } from "../definition/deployment.ts";
import type { Edition } from "../edition/edition.ts";
import type { LastEnd } from "../state/last-end.ts";
import type { TrustedCertificate } from "../tls/open-authority.ts";

/** The version of this package. */
export const VERSION: string = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;

/** The parts of the service that `info` describes. */
export interface InfoParts {
  readonly orchestrator: Pick<Orchestrator, "instances" | "removals">;
  readonly edition: Edition;
  readonly started: string;
  readonly tls: boolean;
  readonly state: string | undefined;
  readonly definitionFile: string | undefined;
  readonly refused: string | undefined;
  readonly fromFile: FileDeployment | undefined;
  readonly lastEnd: LastEnd | undefined;
  /** What keeps the service from storing its state, or soon will. */
  readonly trouble: string | undefined;
  /** The unit that runs the service, in words. */
  readonly unit: string | undefined;
  /** The certificate that clients have to trust in order to connect to nodes with TLS. */
  clientCa(): Promise<TrustedCertificate | undefined>;
}

/** The service's description of itself, including which instances are simulated. */
export async function serviceInfoOf(parts: InfoParts): Promise<object> {
  const { orchestrator, edition, started, tls, state, definitionFile, refused, fromFile, trouble, lastEnd, unit, clientCa } = parts;
  const instances = orchestrator.instances();
  const removals = orchestrator.removals();
  const simulated = simulatedAmong(instances);
  const ca = await clientCa();
  return {
    version: VERSION,
    edition: edition.name,
    tls,
    started_at: started,
    state: state ?? null,
    note:
      simulated.length === 0
        ? ""
        : `Simulated: ${simulated.join(", ")}. None of this software runs, and nothing listens at the addresses shown.`,
    ...(definitionFile !== undefined && {
      definition: { file: definitionFile, refused: refused ?? null, deployed: fromFile ?? null },
    }),
    ...(ca && { client_ca: ca.certificate, client_ca_file: ca.file ?? null }),
    ...(trouble !== undefined && { trouble }),
    ...(unit !== undefined && { unit }),
    ...(lastEnd && { last_end: { at: lastEnd.at, reason: lastEnd.reason } }),
    services: instances.map(serviceInfo),
    ...(removals.length > 0 && { removals: removals.map(removalInfo) }),
  };
}

const ONE_AGENT = "There is only one agent, so a replaced node cannot move to another agent.";

/** Returns the notes for operators about the instances, by name of the instance. */
export function notesAmong(instances: readonly Instance[]): readonly string[] {
  return instances.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`));
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The names of the simulated instances. */
export function simulatedAmong(instances: readonly Instance[]): readonly string[] {
  return instances.filter(isSimulated).map(({ name }) => name);
}

/** Whether the instance is simulated. Nothing listens at the addresses of a simulated instance. */
export function isSimulated({ engine, runtime }: Instance): boolean {
  return engine.simulated || runtime.simulated;
}

/** An instance that is being removed, as events and the service's description show it. */
export function removalInfo({ name, kind, troubles }: Removal) {
  return { name, kind, ...troubleOf(troubles) };
}

function troubleOf(troubles: readonly string[]): { readonly trouble?: string } {
  return troubles.length > 0 ? { trouble: troubles.map((each) => `${capitalised(each)}.`).join(" ") } : {};
}

/** An instance as events and the service's description show it. */
export function serviceInfo(instance: Instance) {
  const { name, kind, definition, engine, runtime, configurations, plans } = instance;
  const notes = [...(runtime.agents === 1 ? [ONE_AGENT] : []), ...instance.notes.map((note) => `${capitalised(note)}.`)];
  return {
    name,
    kind,
    revision: definition.revision,
    simulated: isSimulated(instance),
    engine: engine.name,
    runtime: runtime.name,
    agents: runtime.agents,
    ...(instance.clientTls && { client_tls: true }),
    ...(notes.length > 0 && { note: notes.join(" ") }),
    ...troubleOf(instance.troubles),
    ...(Object.keys(instance.certificateEnds).length > 0 && { certificate_ends: instance.certificateEnds }),
    configuration: configurations.target().id,
    deploy: plans.get("deploy")?.status ?? null,
  };
}
