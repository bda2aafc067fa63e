/** The script of the trial `kubernetes-floor`: `node start-by-hand.ts FILE` creates the pods that the file describes. */
import { readFileSync } from "node:fs";
import { fromKubeconfig } from "@reeve/runtime-kubernetes";
import { type Prepared, startPods } from "./pods-by-hand.ts";

const [file = ""] = process.argv.slice(2);
await startPods(await fromKubeconfig(process.env.KUBECONFIG ?? ""), JSON.parse(readFileSync(file, "utf8")) as Prepared);
process.exit();
