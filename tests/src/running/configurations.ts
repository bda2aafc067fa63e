import { type BrokerClient, isReeveError } from "@reeve/broker-client";
import { expect } from "vitest";
import type { Page } from "./ledger.ts";

/** Reads the history of configurations, which differ in the memory of a broker. The last configuration is the target. */
export async function readConfigurations(
  { asked }: Page,
  configurations: BrokerClient["configurations"],
  memories: readonly number[],
): Promise<void> {
  const ids = await asked("configurations.list", configurations.list(), (list) => expect(list).toHaveLength(memories.length));
  const all = await Promise.all(ids.map((id) => configurations.show({ id })));
  expect(all.map(({ brokerConfiguration }) => brokerConfiguration.mem)).toEqual(memories);
  const [first] = all;
  await asked("configurations.show", configurations.show({ id: ids[0] ?? "" }), (shown) => expect(shown).toEqual(first));
  await asked("configurations.target", configurations.target(), (target) => expect(target).toEqual(all.at(-1)));
  const unknown = configurations.show({ id: "1915bcad-1235-400f-8406-4ac7555a7d34" });
  await expect(unknown).rejects.toSatisfy((error) => isReeveError(error, "not-found"));
}
