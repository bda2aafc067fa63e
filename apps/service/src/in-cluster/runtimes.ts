import { ReeveError } from "@reeve/contract";
import type { InstanceDefinition, Offer } from "@reeve/orchestrator";
import type { ServiceDefinition } from "../definition/service-definition.ts";
import type { FieldValue } from "./set-fields.ts";

/** Parses images of nodes, such as `kafka=example.com/kafka:4`. */
export function readNodeImages(given: readonly string[], runtime: string, offers: readonly Offer[]): Readonly<Record<string, string>> {
  const known = enginesOn(runtime, offers);
  const entries = given.map((pair) => {
    const [, engine = "", image = ""] = /^([^=\s]+)=(\S{1,1000})$/.exec(pair) ?? [];
    if (engine === "") throw unfitForCluster(`--node-image ${pair}: expected ENGINE=REF with one of the engines ${known.join(", ")}`);
    if (!known.includes(engine))
      throw unfitForCluster(`--node-image ${pair}: there is no engine ${engine} for ${runtime}; available: ${known.join(", ")}`);
    return [engine, image] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * The runtimes that must be added to a definition, so that all of its instances run on one runtime, with the images of nodes by engine.
 * Throws `bad-input` if an instance cannot run on it, names another one, or has no image.
 */
export function missingRuntimes(
  { services }: ServiceDefinition,
  name: string,
  runtime: string,
  images: ReturnType<typeof readNodeImages>,
  offers: readonly Offer[],
): readonly FieldValue[] {
  return Object.entries(services).flatMap(([instance, definition]) => {
    const own = typeof definition.runtime === "object" ? definition.runtime.name : definition.runtime;
    if (own !== undefined && own !== runtime)
      throw unfitForCluster(`${name}: ${instance} runs on ${own}; in a cluster each instance needs runtime: { name: ${runtime}, … }`);
    refuseOtherEngine(definition, `${name}: ${instance}`, runtime, offers);
    if (own !== undefined) return [];
    const image = images[definition.engine];
    if (image === undefined)
      throw unfitForCluster(
        `${name}: ${instance} names no image for its nodes: give --node-image ${definition.engine}=REF, or add runtime: { name: ${runtime}, image: REF } to ${instance}`,
      );
    return [{ field: ["services", instance, "runtime"], value: { name: runtime, image } }];
  });
}

/** Refuses a known engine that does not run on the runtime. Engines that are not known here may be known to the service. */
function refuseOtherEngine({ kind, engine }: InstanceDefinition, instance: string, runtime: string, offers: readonly Offer[]): void {
  const fitting = offers.filter((offer) => offer.engine.kind === kind && offer.engine.name === engine);
  if (fitting.length === 0 || fitting.some((offer) => offer.runtime.name === runtime)) return;
  const others = enginesOn(
    runtime,
    offers.filter((offer) => offer.engine.kind === kind),
  );
  throw unfitForCluster(`${instance} has the engine ${engine}, which does not run on ${runtime}: set engine: ${others.join(" or ")}`);
}

function enginesOn(runtime: string, offers: readonly Offer[]): readonly string[] {
  return [...new Set(offers.filter((offer) => offer.runtime.name === runtime).map(({ engine }) => engine.name))].sort();
}

/** The error for a flag or a definition that cannot be used for a cluster. */
export function unfitForCluster(reason: string): ReeveError {
  return new ReeveError("bad-input", reason);
}
