/**
 * Runs real brokers as pods of a real cluster, which it builds and starts on this machine (`trials/support/kubernetes/lab`), and injects
 * faults: those of processes, and those of a cluster. `--keep` leaves the cluster running; `--faults TEXT` chooses those whose names hold
 * it. Needs Java with jlink, Maven, Go, and root with namespaces and cgroups v1; says what of it is missing. It has not run to its end yet:
 * seen are the builds of most parts and of the image.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { kafkaImage } from "./support/kubernetes/kafka-image.ts";
import { inNetwork } from "./support/kubernetes/lab.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({ options: { keep: { type: "boolean" }, faults: { type: "string" } } });

process.exitCode = await withLab({ keep: values.keep ?? false, needs: ["jlink"] }, async (lab) => {
  const image = await lab.image((busybox, file) => kafkaImage(busybox, "reeve.local/kafka:trial", file));
  return scenario(image, lab.kubeconfig);
});

/** The service and the clients of the brokers have to be where the names of pods lead to them. */
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
