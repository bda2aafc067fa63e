/**
 * Measures how long acknowledgements stop during each kind of fault, with the service and, for comparison, with a bare script that runs the
 * same processes. `--times` (default: 1) is the number of times that each fault is injected; `--controllers` is 1 or 3. Without the
 * service, an operator is assumed to notice a failure after a minute. Needs Java.
 */
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { generator } from "@reeve/testing/seeded";
import { beginLoad } from "@reeve/tests/kafka/load";
import { byScript } from "./support/brokers/by-script.ts";
import { faults } from "./support/brokers/faults.ts";
import { silenceOf, silences } from "./support/brokers/silences.ts";
import { withReeve } from "./support/brokers/with-reeve.ts";

const { values } = parseArgs({
  options: { times: { type: "string" }, controllers: { type: "string" }, seed: { type: "string" } },
});
const times = Number(values.times ?? 1);
const controllers = values.controllers === "3" ? 3 : 1;
const seed = Number(values.seed ?? 1);
console.log(`--times ${times} --controllers ${controllers} --seed ${seed}`);

const TOPIC = "orders";
const tables = [];
for (const begin of [withReeve, byScript]) {
  const cluster = await begin(controllers, TOPIC);
  const load = await beginLoad(cluster.bootstrap, TOPIC);
  const table = silences();
  tables.push(table);
  for (const [index, fault] of faults.entries()) {
    // Both clusters get the same random choices for each fault.
    const random = generator(seed + index);
    for (let time = 0; time < times && (fault.fits?.(cluster) ?? true); time++) {
      const silence = await silenceOf(load, () => fault.happen(cluster, random));
      table.add(fault.name, silence);
      const busy = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
      console.log(`${begin.name}: ${fault.name}: ${(silence / 1000).toFixed(1)} s (${busy})`);
    }
  }
  const { acknowledged, lost } = await load.finish();
  console.log(`${begin.name}: ${acknowledged} acknowledged, ${lost.length} missing`);
  await load.close();
  await cluster.end();
}
const [reeve, script] = tables;
const shown = (milliseconds: number | undefined) => (milliseconds === undefined ? "" : `${(milliseconds / 1000).toFixed(1)} s`);
console.log("| fault | with Reeve | without |\n|---|---|---|");
for (const { name } of faults) {
  if (reeve?.longest(name) !== undefined) console.log(`| ${name} | ${shown(reeve.longest(name))} | ${shown(script?.longest(name))} |`);
}
process.exit(0);
