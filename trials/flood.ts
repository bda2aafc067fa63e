/**
 * Floods a service from one client without a token (half-open connections, wrong tokens, wrong logins) beside a user with a token at the
 * same address, and compares the user's times with those without the flood, in turns: the machine may have other work at one time than at
 * another. Fails if a request is not answered, or if the time within which 99 of 100 requests are answered is more than three times as long
 * in the median of the turns.
 */
import { temporaryFolder } from "../apps/service/test/running.ts";
import { spawnReeve } from "../apps/service/test/spawned.ts";
import { askAsUser, flooded, type Seen } from "../tests/src/flood.ts";
import { readArguments } from "./support/arguments.ts";

const { runs: turns } = readArguments({ runs: 5 });
const REQUESTS = 1000;
using folder = temporaryFolder();
const reeve = await spawnReeve("--state", folder.path, "--edition", "enterprise", "--pace", "0");
const seen: Record<"quiet" | "loud", Seen[]> = { quiet: [], loud: [] };
try {
  const ask = () => askAsUser(reeve.url, reeve.token, REQUESTS);
  await ask();
  for (let turn = 0; turn < turns; turn++) {
    seen.quiet.push(await ask());
    seen.loud.push(await flooded(reeve.url, 1500, ask));
  }
  for (const [what, times] of Object.entries(seen))
    console.log(`${what}: p99 ${times.map(({ p99 }) => p99.toFixed(1)).join(", ")} ms, median ${median(times).toFixed(1)} ms`);
  const ratio = median(seen.loud) / median(seen.quiet);
  const unanswered = seen.loud.filter(({ statuses }) => statuses[200] !== REQUESTS);
  console.log(`${ratio.toFixed(1)} times as long; turns with an answer that is not 200: ${unanswered.length}`);
  if (unanswered.length > 0 || ratio > 3) process.exitCode = 1;
} finally {
  reeve.signal("SIGKILL");
}

function median(times: readonly Seen[]): number {
  return times.map(({ p99 }) => p99).toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}
