import { isRecord, ReeveError } from "@reeve/contract";
import type { Kind, Offer } from "@reeve/orchestrator";
import { kindNamed, kinds } from "@reeve/profiles";
import { apis } from "../api/service-api.ts";
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

export function withOverrides(
  given: unknown,
  { revisions = {}, engines = {}, pace, usualTraffic, edition, tls, offers }: Overrides & { readonly offers: readonly Offer[] },
): unknown {
  if (!isRecord(given)) return given;
  const flags = { ...(edition !== undefined && { edition }), ...(tls !== undefined && { tls }) };
  const revised = Object.keys(revisions).length === 0 ? given : withEach(given, fieldByKind("revision", revisions));
  const named = Object.keys(engines).length === 0 ? revised : withEach(revised, fieldByKind("engine", engines));
  const isUsual = given.services === undefined && usualTraffic !== undefined;
  const used = isUsual ? withEach(named, simulatedField("traffic", usualTraffic, offers)) : named;
  return { ...(pace === undefined ? used : withEach(used, simulatedField("pace", pace, offers))), ...flags };
}

type Field = readonly [name: string, value: unknown];

function fieldByKind(field: string, byKind: Readonly<Partial<Record<Kind, string>>>) {
  return (instance: Readonly<Record<string, unknown>>): Field | undefined => {
    const value = byKind[instance.kind as Kind];
    return value === undefined ? undefined : [field, value];
  };
}

/** Returns a function that gives a setting to instances with simulated engines. Real engines would refuse the setting. */
function simulatedField(name: string, value: unknown, offers: readonly Offer[]) {
  return ({ kind, engine }: Readonly<Record<string, unknown>>): Field | undefined => {
    const offer = offers.find((each) => each.engine.kind === kind && (engine ?? each.engine.name) === each.engine.name);
    return offer && name in (offer.engine.settings ?? {}) ? [name, value] : undefined;
  };
}

/** Adds to each instance the field that `fieldOf` returns for this instance, if it returns any. */
function withEach(
  given: Readonly<Record<string, unknown>>,
  fieldOf: (instance: Readonly<Record<string, unknown>>) => Field | undefined,
): Readonly<Record<string, unknown>> {
  const services = given.services ?? usualServices;
  if (!isRecord(services)) return given;
  const changed = Object.entries(services).map(([name, instance]) => {
    const field = isRecord(instance) ? fieldOf(instance) : undefined;
    return [name, field ? { ...(instance as object), [field[0]]: field[1] } : instance];
  });
  return { ...given, services: Object.fromEntries(changed) };
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
