/**
 * Floods a service from one client without a token (half-open connections, wrong tokens, wrong logins) beside a user with a token at the same
 * address, and compares the user's times with those without the flood. Fails if a request is not answered, or if the time within which 99
 * of 100 requests are answered is more than three times as long.
 */
import { temporaryFolder } from "../apps/service/test/running.ts";
import { spawnReeve } from "../apps/service/test/spawned.ts";
import { askAsUser, flooded } from "../tests/src/flood.ts";
import { readArguments } from "./support/arguments.ts";

const { runs: requests } = readArguments({ runs: 3000 });
using folder = temporaryFolder();
const reeve = await spawnReeve("--state", folder.path, "--edition", "enterprise", "--pace", "0");
try {
  const ask = () => askAsUser(reeve.url, reeve.token, requests);
  await ask();
  const quiet = await ask();
  const loud = await flooded(reeve.url, 1500, ask);
  for (const [what, { statuses, p99 }] of Object.entries({ quiet, loud }))
    console.log(`${what}: statuses ${JSON.stringify(statuses)}, p99 ${p99.toFixed(1)} ms`);
  if (loud.statuses[200] !== requests || loud.p99 > 3 * quiet.p99) process.exitCode = 1;
} finally {
  reeve.signal("SIGKILL");
}
