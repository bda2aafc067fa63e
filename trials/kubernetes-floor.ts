/**
 * Compares the start of real brokers in pods, and their rolling restart, with a script that creates and deletes the same pods by hand. Both
 * are programs, whose own start counts: the command line as it is published, and the script. `--runs N` is the number of comparisons
 * (default: 3). `--keep` and `--image REF` are those of the trial `kubernetes`, which also says what the machine needs.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { kafkaImage } from "../scripts/images/kafka-image.ts";
import { runInside } from "./support/kubernetes/run-inside.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({
  options: {
    keep: { type: "boolean", default: false },
    runs: { type: "string", default: "3" },
    image: { type: "string" },
  },
});

process.exitCode = await withLab({ keep: values.keep, needs: ["jlink"] }, async (lab) => {
  const image = values.image ?? (await lab.image((busybox, file) => kafkaImage(busybox, "reeve.local/kafka:trial", file)));
  execFileSync(process.execPath, [join(import.meta.dirname, "../apps/cli/build.ts")], { stdio: "ignore" });
  return runInside("floor-in-pods.ts", lab.kubeconfig, image, values.runs);
});
