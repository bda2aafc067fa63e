import { defined, isRecord, ReeveError } from "@reeve/contract";
import type { Kind } from "@reeve/orchestrator";
import { kindNamed, kinds } from "@reeve/profiles";
import { apis } from "../api/service-api.ts";
import type { Checking } from "./check-definition.ts";
import { usualServices } from "./service-definition.ts";

/** Revisions by kind that override the revisions in the definition. */
export type Revisions = Readonly<Partial<Record<Kind, string>>>;

/** Engines by kind that override the engines in the definition. */
export type EngineNames = Readonly<Partial<Record<Kind, string>>>;

/** Values that override the fields of every definition that is read. */
export interface Overrides {
  readonly revisions?: Revisions;
  readonly engines?: EngineNames;
  /** The speed of a simulation, for every instance whose engine has this setting. */
  readonly pace?: number;
  /** The traffic of the simulation, for the instances that a service without a definition has. */
  readonly usualTraffic?: string;
  readonly edition?: "open" | "enterprise";
  readonly tls?: boolean;
}

/** Whether the overrides change fields of instances, so that existing instances must be deployed again. */
export function changesInstances({ revisions = {}, engines = {}, pace }: Overrides): boolean {
  return pace !== undefined || Object.keys({ ...revisions, ...engines }).length > 0;
}

/** Sets the overridden fields of a definition, and those of its instances. */
export function withOverrides(given: unknown, overrides: Overrides & Pick<Checking, "offers">): unknown {
  if (!isRecord(given)) return given;
  const { usualTraffic, edition, tls } = overrides;
  const flags = defined({ edition, tls });
  const traffic = given.services === undefined ? usualTraffic : undefined;
  const services = given.services ?? usualServices;
  if ((traffic === undefined && !changesInstances(overrides)) || !isRecord(services)) return { ...given, ...flags };
  const changed = Object.entries(services).map(([name, instance]) => [
    name,
    isRecord(instance) ? { ...instance, ...fieldsFor(instance, traffic, overrides) } : instance,
  ]);
  return { ...given, services: Object.fromEntries(changed), ...flags };
}

/** The fields of an instance that are overridden. Only simulated engines have a pace and traffic; others would refuse these settings. */
function fieldsFor(
  { kind, engine: own }: Readonly<Record<string, unknown>>,
  traffic: string | undefined,
  { revisions = {}, engines = {}, pace, offers }: Overrides & Pick<Checking, "offers">,
) {
  const [revision, named] = [revisions[kind as Kind], engines[kind as Kind]];
  const wanted = named ?? own;
  const offer = offers.find(({ engine }) => engine.kind === kind && (wanted ?? engine.name) === engine.name);
  const settings = offer?.engine.settings ?? {};
  const simulated = { ...("traffic" in settings && { traffic }), ...("pace" in settings && { pace }) };
  return defined({ revision, engine: named, ...simulated });
}

/** Parses revisions by kind, such as `broker=R1`. */
export function readRevisions(pairs: readonly string[]): Revisions {
  return pairsByKind("revision", pairs, (kind, revision, pair) => {
    const known = apis[kind].revisions;
    if (known.includes(revision)) return;
    throw new ReeveError("bad-input", `--revision ${pair}: the revisions of the ${kind} API are ${known.join(", ")}`);
  });
}

/** Parses engines by kind, such as `broker=kafka`. The deployment checks whether an engine exists. */
export function readEngines(pairs: readonly string[]): EngineNames {
  return pairsByKind("engine", pairs);
}

function pairsByKind(
  flag: string,
  pairs: readonly string[],
  check: (kind: Kind, value: string, pair: string) => void = () => undefined,
): Readonly<Partial<Record<Kind, string>>> {
  const entries = pairs.map((pair) => {
    const [word = "", value = ""] = pair.split("=");
    const kind = kindNamed(word);
    if (!kind || value === "") {
      const form = `KIND=${flag.toUpperCase()} with one of the kinds ${kinds.join(", ")}`;
      throw new ReeveError("bad-input", `--${flag} ${pair}: expected ${form}`);
    }
    check(kind, value, pair);
    return [kind, value] as const;
  });
  return Object.fromEntries(entries);
}
