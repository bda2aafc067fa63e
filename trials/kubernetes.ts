/**
 * Runs real brokers as pods of a real cluster, which it builds and starts on this machine (`trials/support/kubernetes/lab`), and injects
 * faults: those of processes, and those of a cluster. `--keep` leaves the cluster running; `--faults TEXT` chooses those whose names hold
 * it. Needs Java with jlink, Maven, Go, and root with namespaces and cgroups v1; says what of it is missing. It has not run to its end yet:
 * seen are the builds of most parts and of the image.
 */
import { spawn, spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { kafkaImage } from "./support/kubernetes/kafka-image.ts";
import { inNetwork, lab, labOutput } from "./support/kubernetes/lab.ts";

const { values } = parseArgs({ options: { keep: { type: "boolean" }, faults: { type: "string" } } });

process.exitCode = await run();

async function run(): Promise<number> {
  const missing = ["jlink", "openssl", "curl"].filter((name) => spawnSync("which", [name]).status !== 0);
  if (missing.length > 0) {
    console.error(`not on this machine: ${missing.join(", ")}`);
    return 3;
  }
  for (const command of ["build", "up", "node"]) {
    const code = lab(command);
    if (code !== 0) return code;
  }
  try {
    const file = join(tmpdir(), `reeve-kafka-${process.pid}.tar`);
    const image = await kafkaImage(join(labOutput("where", "debian"), "busybox"), "reeve.local/kafka:trial", file);
    if (lab("image", file) !== 0) return 1;
    for (const each of globSync(`${file}*`)) spawnSync("rm", ["-f", each]);
    return await scenario(image);
  } finally {
    if (!values.keep) lab("down", "wipe");
  }
}

/** The service and the clients of the brokers have to be where the names of pods lead to them. */
function scenario(image: string): Promise<number> {
  const program = join(import.meta.dirname, "support/kubernetes/brokers-in-pods.ts");
  const [command, args] = inNetwork(process.execPath, program, image, values.faults ?? "");
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, KUBECONFIG: labOutput("up"), OUTSIDE: String(process.pid) },
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
