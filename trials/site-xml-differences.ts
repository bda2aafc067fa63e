/**
 * Reads documents with `site-xml` and with the configuration class of the file system's release, and compares all observable results,
 * including typed values. The documents are generated, edited, or the file system's default files. Needs Java and Maven.
 */
import { missing, startClient } from "../packages/clients/site-xml/test/clients/client.ts";
import { runDifferences } from "../packages/clients/site-xml/test/clients/run.ts";
import { runTypedDifferences } from "../packages/clients/site-xml/test/clients/typed.ts";
import { readArguments } from "./support/arguments.ts";

const { runs, seed } = readArguments({ runs: 300_000 });
const reason = missing();
if (reason === undefined) await compareAll();
else console.log(`Skipped: ${reason}.`);

async function compareAll(): Promise<void> {
  const client = startClient();
  const started = performance.now();
  const documents = await runDifferences(client, runs, seed);
  const values = await runTypedDifferences(client, Math.ceil(runs / 10), seed);
  client.close();
  let differences = 0;
  for (const [what, result] of [
    ["documents", documents],
    ["values", values],
  ] as const) {
    console.log(`${what}:`);
    for (const [outcome, times] of [...result.outcomes].sort(([, a], [, b]) => b - a)) console.log(`${times}\t${outcome}`);
    for (const difference of result.differences) console.error(difference);
    differences += result.outcomes.get("different") ?? 0;
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${runs} documents from seed ${seed} in ${seconds} s: ${differences} unexplained differences.`);
  process.exitCode = differences > 0 ? 1 : 0;
}
