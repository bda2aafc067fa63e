import type { Engine } from "../engine.ts";
import type { Runtime } from "../runtime.ts";
import type { Kind } from "./instance-definition.ts";

/**
 * An engine that definitions can name, and one runtime on which this engine runs. The defaults are the first engine of a kind and the first
 * runtime of an engine.
 */
export interface Offer {
  readonly engine: Pick<Engine, "name" | "kind" | "settings">;
  readonly runtime: Pick<Runtime, "name" | "settings">;
}

/** The error message for a definition whose engine does not exist. */
export function noEngine(kind: Kind, engine: string, offers: readonly Offer[]): string {
  const known = namesOf(offers.filter((offer) => offer.engine.kind === kind).map((offer) => offer.engine));
  return `there is no engine ${JSON.stringify(engine)} for a ${kind}; available: ${known || "none"}`;
}

/** The error message for a definition whose runtime does not exist or is not supported by its engine. */
export function noRuntime(engine: string, runtime: string, fitting: readonly Offer[], all: readonly Offer[]): string {
  const known = all.map((offer) => offer.runtime);
  return known.some(({ name }) => name === runtime)
    ? `the engine ${engine} does not run on ${runtime}: it runs on ${namesOf(fitting.map((offer) => offer.runtime))}`
    : `there is no runtime ${JSON.stringify(runtime)}; available: ${namesOf(known)}`;
}

function namesOf(named: readonly { readonly name: string }[]): string {
  return [...new Set(named.map(({ name }) => name))].join(", ");
}
