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

/**
 * The error message for a definition whose runtime does not exist or is not supported by its engine. `fitting` are the offers with this
 * engine. The engine may be a default that the user has not written, so the message also names the engines that run on the runtime.
 */
export function noRuntime(engine: string, runtime: string, fitting: readonly Offer[], all: readonly Offer[]): string {
  const known = all.map((offer) => offer.runtime);
  if (!known.some(({ name }) => name === runtime))
    return `there is no runtime ${JSON.stringify(runtime)}; available: ${namesOf(known)}`;
  const kind = fitting[0]?.engine.kind;
  const able = all.filter((offer) => offer.engine.kind === kind && offer.runtime.name === runtime);
  const engines = namesOf(
    able.map((offer) => offer.engine),
    " or ",
  );
  const runtimes = namesOf(
    fitting.map((offer) => offer.runtime),
    " or ",
  );
  const other = engines === "" ? "" : `engine: ${engines} to run on ${runtime}, or `;
  return `the engine ${engine} does not run on ${runtime}; set ${other}runtime: ${runtimes} to keep the engine ${engine}`;
}

function namesOf(named: readonly { readonly name: string }[], separator = ", "): string {
  return [...new Set(named.map(({ name }) => name))].join(separator);
}
