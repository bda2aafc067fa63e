/**
 * Injects random kills, freezes, restarts, replacements and changes of the definition into real brokers for `--minutes` (default: 20), with
 * `--controllers` 1 or 3. An independent client checks that every acknowledged record is at its position. A third of the faults begin
 * before the previous fault has ended. Prints the longest time without an acknowledgement for each kind of fault, from the faults that did
 * not overlap. Needs Java.
 */
import { randomInt } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { generator } from "@reeve/testing/seeded";
import { beginLoad } from "@reeve/tests/kafka/load";
import { anyFault } from "./support/brokers/faults.ts";
import { silenceOf, silences } from "./support/brokers/silences.ts";
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
  `${counts.sent} sent, ${counts.acknowledged} acknowledged, ${counts.lost.length} missing, ${counts.read} read during the writes, ${counts.kept} read at the end`,
);
for (const lost of counts.lost.slice(0, 20)) console.log(`missing: ${lost}`);
if (failure !== undefined) console.error(failure);
await load.close();
await cluster.end();
process.exit(counts.lost.length === 0 && failure === undefined ? 0 : 1);

/** Injects one fault, and sometimes a second one before the first has ended. */
async function storm(): Promise<void> {
  const isAlone = random() >= 1 / 3;
  const [first, second] = [anyFault(cluster, random), anyFault(cluster, random)];
  const pause = random() * 5000;
  const begun = performance.now();
  const refused: string[] = [];
  const silence = await silenceOf(load, async () => {
    const both = [first.happen(cluster, random)];
    if (!isAlone) both.push(sleep(pause).then(() => second.happen(cluster, random)));
    // A request may fail while the service is being killed; the state at the end shows whether the request had an effect.
    for (const each of await Promise.allSettled(both)) if (each.status === "rejected") refused.push(String(each.reason));
    await cluster.well();
  });
  const name = isAlone ? first.name : `${first.name} + ${second.name}`;
  console.log(
    [
      new Date().toISOString(),
      `${name}: ended after ${((performance.now() - begun) / 1000).toFixed(1)} s, silence ${(silence / 1000).toFixed(1)} s`,
      `${load.acknowledged} acknowledged`,
      `load ${loadavg()[0]?.toFixed(1)}`,
      ...refused,
    ].join("; "),
  );
  table.add(isAlone ? first.name : "two at once", silence);
}
