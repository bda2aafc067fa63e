import { type AnyApi, listOperations } from "@reeve/contract";

/** Which operations list the names that a field takes; one that the revision has is asked. */
const sources: Readonly<Record<string, readonly string[]>> = {
  topic: ["topics.list"],
  broker: ["brokers.list"],
  node: ["pods.list"],
  plan: ["plans.list"],
  id: ["configurations.list"],
};

/** The field, where an API can list the names that it takes. */
export function liveNameOf(api: AnyApi, field: string): string | undefined {
  return sourceOf(api, field) === undefined ? undefined : field;
}

/** The operation that lists the names that a field takes; undefined where the revision has none. */
export function sourceOf(api: AnyApi, field: string, revision?: string): string | undefined {
  return sources[field]?.find((name) => listOperations(api, revision).some((listed) => listed.name === name));
}
