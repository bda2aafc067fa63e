/**
 * The part of the trial `kubernetes-floor` that runs after the cluster has been started, in the network of the cluster's node: `node
 * floor-in-pods.ts IMAGE RUNS`.
 */
import { join } from "node:path";
import { fromKubeconfig } from "@reeve/runtime-kubernetes";
import { kubectl } from "./kubectl.ts";
import { podsByHand } from "./pods-by-hand.ts";
import { NAMESPACE, podsOfBrokers, report, TOPIC } from "./pods-of-brokers.ts";

const [image = "", runs = ""] = process.argv.slice(2);
const BY_HAND = "by-hand";
const connection = await fromKubeconfig(process.env.KUBECONFIG ?? "");

/** The command line as it is published. */
const PUBLISHED = [join(import.meta.dirname, "../../../apps/cli/dist/reeve.cjs"), "up"];

/** The largest ratio of a duration to that of the script. */
const LIMIT = 1.2;

const durations = {
  "start with Reeve": [] as number[],
  "start by hand": [] as number[],
  "rolling restart with Reeve": [] as number[],
  "rolling restart by hand": [] as number[],
};

for (let run = 0; run < Number(runs); run++) {
  const cluster = await podsOfBrokers(image, (took) => durations["start with Reeve"].push(took), PUBLISHED);
  for (let each = 0; each < 2; each++) await timed("rolling restart with Reeve", () => cluster.change());
  kubectl("delete", "namespace", BY_HAND, "--ignore-not-found");
  kubectl("create", "namespace", BY_HAND);
  const byHand = await podsByHand(connection, NAMESPACE, BY_HAND, cluster.bootstrap, TOPIC);
  await cluster.end();
  kubectl("delete", "namespace", NAMESPACE);
  await timed("start by hand", () => byHand.start());
  for (let each = 0; each < 2; each++) await timed("rolling restart by hand", () => byHand.roll());
  kubectl("delete", "namespace", BY_HAND);
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
const ratio = (what: "start" | "rolling restart") => {
  const [ours, floor] = [median(durations[`${what} with Reeve`]), median(durations[`${what} by hand`])];
  console.log(`${what}: ${(ours / 1000).toFixed(1)} s, by hand ${(floor / 1000).toFixed(1)} s, ${(ours / floor).toFixed(2)} x`);
  return ours / floor;
};
process.exit([ratio("start"), ratio("rolling restart")].every((each) => each <= LIMIT) ? 0 : 1);

async function timed(what: keyof typeof durations, run: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await run();
  const took = performance.now() - begun;
  durations[what].push(took);
  report(what, took);
}
