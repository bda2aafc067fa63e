/**
 * Real brokers in a storm of kills, freezes, restarts, replaces and changes of the definition, for `--minutes` (20), with `--controllers` 1 or 3, beside
 * a foreign client: every record that it was told is acknowledged must be where it was told. A third of the faults begin before the one before is over.
 * Prints the longest silence of acknowledgements per kind of fault, of those that came alone. Needs Java.
 */
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { generator } from "@reeve/tests/seeded";
import { beginLoad } from "../tests/src/kafka/load.ts";
import { anyFault } from "./support/brokers/faults.ts";
import { silences } from "./support/brokers/silences.ts";
import { withReeve } from "./support/brokers/with-reeve.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string" }, controllers: { type: "string" }, seed: { type: "string" } },
});
const minutes = Number(values.minutes ?? 20);
const controllers = values.controllers === "3" ? 3 : 1;
const seed = Number(values.seed ?? randomInt(2 ** 31));
console.log(`--minutes ${minutes} --controllers ${controllers} --seed ${seed}`);

const TOPIC = "orders";
const random = generator(seed);
const cluster = await withReeve(controllers, TOPIC);
const load = await beginLoad(cluster.bootstrap, TOPIC);
const table = silences();
let failure: unknown;
try {
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) await storm();
} catch (error) {
  failure = error;
}
const counts = await load.finish();
console.log(table.lines().join("\n"));
console.log(
  `${counts.sent} sent, ${counts.acknowledged} acknowledged, ${counts.lost.length} missing, ${counts.read} read along, ${counts.kept} read afresh`,
);
for (const lost of counts.lost.slice(0, 20)) console.log(`missing: ${lost}`);
if (failure !== undefined) console.error(failure);
await load.close();
await cluster.end();
process.exit(counts.lost.length === 0 && failure === undefined ? 0 : 1);

/** One fault, and now and then another one before it is over. */
async function storm(): Promise<void> {
  const isAlone = random() >= 1 / 3;
  const [first, second] = [anyFault(cluster, random), anyFault(cluster, random)];
  const pause = random() * 5000;
  const begun = performance.now();
  const both = [first.happen(cluster, random)];
  if (!isAlone) both.push(sleep(pause).then(() => second.happen(cluster, random)));
  // A request may meet a service that is being killed: what became of it is seen by what is well in the end.
  const outcomes = await Promise.allSettled(both);
  await cluster.recover("broker-0");
  await sleep(1000);
  const silence = load.silenceSince(begun);
  const name = isAlone ? first.name : `${first.name} + ${second.name}`;
  const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
  console.log(
    [
      new Date().toISOString(),
      `${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s until all was well, silence ${(silence / 1000).toFixed(1)} s`,
      `${load.acknowledged} acknowledged`,
      ...refused,
    ].join("; "),
  );
  table.add(isAlone ? first.name : "two at once", silence);
}
