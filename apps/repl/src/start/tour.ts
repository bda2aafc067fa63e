import { terminalOfThisProcess } from "@reeve/terminal";
import { runUnattended } from "./batch.ts";
import type { ShellFlags, ShellLimits } from "./flags.ts";

/** The lines of the tour, each with an explanation if its purpose is not obvious. */
const steps: readonly { readonly why: string; readonly line: string }[] = [
  {
    why: "A topic, and the brokers that hold its partitions.",
    line: 'broker.topics.create({ topic: "orders", partitions: 3, replication: 2 })',
  },
  { why: "", line: 'broker.topics.describe({ topic: "orders" })' },
  { why: "The result is plain data; the table is only how it is shown.", line: "_.partitions.length" },
  {
    why: "Restarts a node, and waits until the node is back and no partition is under-replicated.",
    line: 'broker.pods.restartAndWait({ node: "broker-1" })',
  },
  { why: "", line: 'broker.plans.show({ plan: "recovery" })' },
  { why: "The cluster also has a database and a file system.", line: "wideColumn.nodes.status({ node: 0 })" },
  { why: "", line: "fileSystem.pods.list()" },
  { why: "Every method has help.", line: "help broker.topics.delete" },
];

/** Shows what a simulated cluster can do, with real calls and their real output. */
export function runTour(flags: ShellFlags, limits: ShellLimits): Promise<number> {
  const { results } = terminalOfThisProcess();
  return runUnattended({ ...flags, demo: true, yes: true }, { limits, pace: 0, isVerbose: true }, async (evaluate, print) => {
    for (const { why, line } of steps) {
      results.write(`\n${why === "" ? "" : `# ${why}\n`}demo> ${line}\n`);
      print(await evaluate({ text: line, file: "tour" }));
    }
    results.write("\nIn a terminal, npm start opens this prompt, and Tab completes names.\n");
  });
}
