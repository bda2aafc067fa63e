import { expect, test } from "vitest";
import { heldClock } from "../test/support/held-clock.ts";
import type { ApiClient } from "./api/client.ts";
import { follow } from "./follow.ts";

test("watches that a proxy ends at once are not asked for without a pause", async () => {
  let watches = 0;
  const client = {
    server: "server",
    list: async () => ({ metadata: { resourceVersion: "1" }, items: [] }),
    watch: () => {
      // The loop ends even if this test fails.
      if (++watches > 50) throw new Error("too many watches");
      return [];
    },
  } as unknown as ApiClient;
  const nothing = () => undefined;
  const calls = { seen: nothing, gone: nothing, trouble: nothing, stale: nothing, listed: nothing };
  const followed = await follow({ client, kind: "pods", selector: {}, clock: heldClock(), ...calls });
  for (let turns = 0; turns < 100; turns++) await new Promise(setImmediate);
  expect(watches).toBe(2);
  await followed.close();
});
