import type { CheckedReset, OffsetReset } from "@reeve/broker-models";
import { resetOf } from "@reeve/broker-planning";
import type { Instance } from "@reeve/orchestrator";
import { json } from "../http/answer.ts";
import type { BrokerHandlers } from "./handlers.ts";

/** The operations on consumer groups, answered by the engine's administration. */
export const groupHandlers: BrokerHandlers["groups"] = {
  list: async ({ administration }) => json(await administration.groups.list()),
  show: async ({ administration }, { group }) => json(await administration.groups.show(group)),
  proposal: async (instance, input) => json(await proposed(instance, input)),
  reset: async (instance, input) => {
    const resets = await proposed(instance, input);
    const offsets = resets.map(({ topic, partition, to }) => ({ topic, partition, offset: to }));
    await instance.administration.groups.commit(input.group, offsets);
    return json(resets);
  },
  delete: async ({ administration }, { group }) => {
    await administration.groups.delete(group);
    return json({ group });
  },
};

async function proposed({ administration }: Instance<"broker">, input: CheckedReset): Promise<readonly OffsetReset[]> {
  return resetOf(await administration.groups.show(input.group), input, administration.offsets);
}
