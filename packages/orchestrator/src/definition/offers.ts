import { type CommonDefinition, runtimeName } from "./common.ts";
import type { Kind } from "./instance-definition.ts";

/** An engine that definitions can name, and the runtimes that it goes together with. */
export interface Offer {
  readonly engine: string;
  readonly kind: Kind;
  /** The first is taken where a definition names none. */
  readonly runtimes: readonly string[];
}

/** What a definition asks for that is not there, or does not go together. */
export interface Unoffered {
  /** Which of its fields says so. */
  readonly field: "engine" | "runtime";
  readonly reason: string;
}

/** Why the engine and the runtime of a definition cannot be had; undefined where they can. */
export function unoffered(
  definition: Pick<CommonDefinition, "engine" | "runtime"> & { readonly kind: Kind },
  offers: readonly Offer[],
): Unoffered | undefined {
  const { engine, kind } = definition;
  const ofKind = offers.filter((offer) => offer.kind === kind);
  const named = ofKind.filter((offer) => offer.engine === engine);
  if (named.length === 0) {
    const known = [...new Set(ofKind.map((offer) => offer.engine))].join(", ") || "none";
    return { field: "engine", reason: `there is no engine "${engine}" for a ${kind} here; there is ${known}` };
  }
  const runtime = runtimeName(definition);
  const fitting = named.flatMap(({ runtimes }) => runtimes);
  if (runtime === undefined || fitting.includes(runtime)) return undefined;
  const known = [...new Set(offers.flatMap(({ runtimes }) => runtimes))];
  if (!known.includes(runtime)) {
    return { field: "runtime", reason: `there is no runtime "${runtime}" here; there is ${known.join(", ")}` };
  }
  const reason = `the engine ${engine} does not run on ${runtime}: it runs on ${fitting.join(", ")}`;
  return { field: "runtime", reason };
}
