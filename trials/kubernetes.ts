/**
 * Runs real brokers as pods of a real cluster, and injects faults of processes and of the cluster. The cluster is built and started on this
 * machine (`trials/support/kubernetes/lab`). `--keep` leaves it running; `--faults TEXT,TEXT` selects the faults whose names contain one of
 * the texts, so that each part can run alone; `--image REF` names a broker image that the node already has. Needs Java with jlink, Maven,
 * Go, and root with namespaces and cgroups v1; prints what is missing.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { kafkaImage } from "../scripts/images/kafka-image.ts";
import { inNetwork } from "./support/kubernetes/lab.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({
  options: { keep: { type: "boolean" }, faults: { type: "string" }, image: { type: "string" } },
});

process.exitCode = await withLab({ keep: values.keep ?? false, needs: ["jlink"] }, async (lab) => {
  const image =
    values.image ?? (await lab.image((busybox, file) => kafkaImage(busybox, "reeve.local/kafka:trial", file)));
  return scenario(image, lab.kubeconfig);
});

/** The service and its clients run in the network of the cluster's node, because only there the names of pods resolve. */
function scenario(image: string, kubeconfig: string): Promise<number> {
  const program = join(import.meta.dirname, "support/kubernetes/brokers-in-pods.ts");
  const [command, args] = inNetwork(process.execPath, program, image, values.faults ?? "");
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, KUBECONFIG: kubeconfig, OUTSIDE: String(process.pid) },
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
