/**
 * Runs the contract of runtimes on a real API server and kubelet, which it builds and starts on this machine
 * (`trials/support/kubernetes/lab`), with the rights that the runtime says it needs. `--keep` leaves the cluster running; `--laws TEXT` chooses those whose names hold it. Needs Go, and
 * root with namespaces and cgroups v1; says what of it is missing.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { runtimeContract } from "@reeve/orchestrator/testing";
import { type Connection, createKubernetesRuntime, fromKubeconfig, roleRules } from "@reeve/runtime-kubernetes";
import { lab as command, labInput, labOutput } from "./support/kubernetes/lab.ts";
import { shellImage } from "./support/kubernetes/shell-image.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({ options: { keep: { type: "boolean" }, laws: { type: "string", default: "" } } });
const NAMESPACE = "contract";

process.exitCode = await withLab({ keep: values.keep ?? false }, async (lab) => {
  const image = await lab.image((busybox, file) => shellImage(busybox, "reeve.local/shell:trial", file));
  const admin = await fromKubeconfig(lab.kubeconfig);
  const laws = runtimeContract(() => ({
    runtime: createKubernetesRuntime({ connection: withRole(admin), settings: { image } }),
    lasting: { value: "exec sleep 1000", environment: {} },
    ending: { value: "true", environment: {} },
  }));
  let broken = 0;
  for (const { name, holds } of laws.filter((law) => law.name.includes(values.laws))) {
    // What a law leaves behind when it is broken is not in the way of the next one.
    command("kubectl", "create", "namespace", NAMESPACE);
    const begun = performance.now();
    try {
      await holds();
      console.log(`holds   ${name} (${seconds(begun)})`);
    } catch (error) {
      broken++;
      console.log(`BROKEN  ${name} (${seconds(begun)}): ${error instanceof Error ? error.message : error}`);
      console.log(labOutput("kubectl", "-n", NAMESPACE, "get", "pods,persistentvolumeclaims,events"));
    }
    command("kubectl", "delete", "namespace", NAMESPACE, "--now");
  }
  console.log(`${broken} of ${laws.length} broken (load ${loadavg()[0]?.toFixed(1)})`);
  return broken === 0 ? 0 : 1;
});

/** A service account of the namespace that may do what the runtime says it needs, and nothing else. */
function withRole(admin: Connection): Connection {
  const [name, metadata] = ["reeve", { name: "reeve", namespace: NAMESPACE }];
  const objects = [
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata, rules: roleRules },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata,
      subjects: [{ kind: "ServiceAccount", ...metadata }],
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
    },
  ];
  labInput(JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }), "kubectl", "apply", "-f", "-");
  const token = labOutput("kubectl", "-n", NAMESPACE, "create", "token", name);
  return { server: admin.server, ...(admin.ca && { ca: admin.ca }), namespace: NAMESPACE, token: async () => token };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
