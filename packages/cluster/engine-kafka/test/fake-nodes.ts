import type { KafkaMember } from "../src/cluster/members.ts";
import type { NodeLinks } from "../src/wire/link.ts";

/** Makes nodes whose port is their index, for links that `fakeLinks` makes. */
export function fakeMembers(count: number, podType = "broker"): readonly KafkaMember[] {
  return Array.from(
    { length: count },
    (_, index) => ({ node: { id: `${podType}-${index}`, index }, endpoint: { host: "", port: index } }) as KafkaMember,
  );
}

/** Makes connections to nodes that answer as this function does. */
export function fakeLinks(answer: (port: number, api: unknown, args: readonly unknown[], deadline: number) => unknown): NodeLinks {
  return {
    to: ({ port }) => ({
      call: async (api, args, deadline): Promise<never> => (await answer(port, api, args, deadline)) as never,
      close: () => undefined,
    }),
    close: () => undefined,
  };
}
