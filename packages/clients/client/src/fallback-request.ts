import { type HttpMethod, type ListedOperation, type Route, routesOf } from "@reeve/contract";
import { controlAnswer } from "@reeve/scheduler-models";

/** Another form of the same request, for servers that refuse the form in the API document. */
export interface FallbackRequest {
  /** The key under which a client remembers that its server needs this form. */
  readonly key: string;
  /** The statuses with which servers refuse the form in the API document. */
  readonly refusedWith: readonly number[];
  readonly method?: HttpMethod;
  readonly route?: Route;
  spell?(field: string, text: string): string;
}

/** The other form of an operation's request; undefined for most operations. */
export function fallbackRequest({ operation, name }: ListedOperation, revision: string): FallbackRequest | undefined {
  const [first, second] = routesOf(operation, revision);
  // Some servers accept plan commands, such as interrupt, only as POST. 405 proves that the server did nothing, so even a change can
  // safely be sent again.
  if (operation.output === controlAnswer) {
    return first.method === "POST" ? undefined : { key: "controls", refusedWith: [405], method: "POST" };
  }
  if (operation.effect !== "read") return undefined;
  if (second) {
    const samePath = first.segments.length === second.segments.length;
    return { key: name, refusedWith: [samePath ? 405 : 404], route: second };
  }
  const fallback = operation.fallbackSpelling;
  if (!fallback) return undefined;
  return {
    key: name,
    refusedWith: fallback.refusedWith,
    spell: (field, text) => (field === fallback.field ? (fallback.spell(text) ?? text) : text),
  };
}
