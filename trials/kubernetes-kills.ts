/**
 * Kills the service, the API server, the kubelet, the container runtime, the controller and brokers at random moments of rollouts of real
 * brokers that run as pods of a real cluster. `--runs N` is the number of kills (default: 50), and `--seed N` repeats a run. A foreign
 * client counts the records that were acknowledged; at the end no plan, pod or volume may be left over. `--keep` and `--image REF` are
 * those of the trial `kubernetes`, which also says what the machine needs.
 */
import { kafkaImage } from "../scripts/images/kafka-image.ts";
import { readArguments } from "./support/arguments.ts";
import { runInside } from "./support/kubernetes/run-inside.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { runs, seed, values } = readArguments({ runs: 50 }, { keep: { type: "boolean" }, image: { type: "string" } });

process.exitCode = await withLab({ keep: values.keep === true, needs: ["jlink"] }, async (lab) => {
  const image =
    typeof values.image === "string"
      ? values.image
      : await lab.image((busybox, file) => kafkaImage(busybox, "reeve.local/kafka:trial", file));
  return runInside("kills-in-pods.ts", lab.kubeconfig, image, String(runs), String(seed));
});
