import type { CheckedReset, GroupInput, OffsetReset } from "@reeve/broker-models";
import { resetOf } from "@reeve/broker-planning";
import type { Instance } from "@reeve/orchestrator";
import { json } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";

type Brokers = Instance<"broker">;

/** The operations on consumer groups, answered by the engine's administration. */
export const groupHandlers = {
  list: async ({ administration }: Brokers): Promise<HttpAnswer> => json(await administration.groups.list()),
  show: async ({ administration }: Brokers, { group }: GroupInput): Promise<HttpAnswer> => json(await administration.groups.show(group)),
  proposal: async (instance: Brokers, input: CheckedReset): Promise<HttpAnswer> => json(await proposed(instance, input)),
  reset: async (instance: Brokers, input: CheckedReset): Promise<HttpAnswer> => {
    const resets = await proposed(instance, input);
    const offsets = resets.map(({ topic, partition, to }) => ({ topic, partition, offset: to }));
    await instance.administration.groups.commit(input.group, offsets);
    return json(resets);
  },
  delete: async ({ administration }: Brokers, { group }: GroupInput): Promise<HttpAnswer> => {
    await administration.groups.delete(group);
    return json({ group });
  },
} as const;

async function proposed({ administration }: Brokers, input: CheckedReset): Promise<readonly OffsetReset[]> {
  return resetOf(await administration.groups.show(input.group), input, administration.offsets);
}
