import { expect, test } from "vitest";
import { temporaryFolder } from "../../apps/service/test/running.ts";
import { spawnReeve } from "../../apps/service/test/spawned.ts";
import { askAsUser, flooded } from "./flood.ts";

test("a client without a token that floods the service does not lock out a user at the same address", async () => {
  using folder = temporaryFolder();
  const reeve = await spawnReeve("--state", folder.path, "--edition", "enterprise", "--pace", "0");
  try {
    const { statuses } = await flooded(reeve.url, 1200, () => askAsUser(reeve.url, reeve.token, 200));
    expect(statuses).toEqual({ 200: 200 });
  } finally {
    reeve.signal("SIGKILL");
  }
});
