import { readFileSync } from "node:fs";
import { defined } from "@reeve/contract";
import type { Instance, Removal } from "@reeve/orchestrator";
import type { ReeveOptions } from "../reeve.ts";
import type { Management } from "../start/management.ts";
import { diskTrouble } from "../state/disk.ts";
import type { TrustedCertificate } from "../tls/open-authority.ts";

/** The version of this package. */
export const VERSION: string = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;

interface ServerState {
  readonly started: string;
  readonly tls: boolean;
  /** The unit that runs the service, in words. */
  readonly unit: string | undefined;
  /** The certificate that clients have to trust in order to connect to nodes with TLS. */
  readonly ca: TrustedCertificate | undefined;
}

/** The service's description of itself, including which instances are simulated. */
export function serviceInfoOf(
  { state, definitionFile }: ReeveOptions,
  { orchestrator, audit, edition, deployment, lastEnd }: Management,
  { started, tls, unit, ca }: ServerState,
): object {
  const instances = orchestrator.instances();
  const removals = orchestrator.removals();
  const simulated = simulatedAmong(instances);
  const trouble = troubleWithState(orchestrator.trouble() ?? audit.trouble(), state);
  return {
    version: VERSION,
    edition: edition.name,
    tls,
    started_at: started,
    state: state ?? null,
    note: simulated.length === 0 ? "" : `Simulated: ${simulated.join(", ")}. ${NOTHING_RUNS}`,
    ...(definitionFile !== undefined && {
      definition: { file: definitionFile, refused: deployment.refused() ?? null, deployed: deployment.fromFile() ?? null },
    }),
    ...(ca && { client_ca: ca.certificate, client_ca_file: ca.file ?? null }),
    ...defined({ trouble, unit, last_end: lastEnd && { at: lastEnd.at, reason: lastEnd.reason } }),
    services: instances.map(serviceInfo),
    ...(removals.length > 0 && { removals: removals.map(removalInfo) }),
  };
}

/** What keeps the service from storing its state, or soon will. */
function troubleWithState(store: string | undefined, state: string | undefined): string | undefined {
  if (store !== undefined) return `changes are refused, because the service cannot store them: ${store}`;
  return state === undefined ? undefined : diskTrouble(state);
}

const NOTHING_RUNS = "None of this software runs, and nothing listens at the addresses shown.";
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
