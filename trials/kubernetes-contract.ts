/**
 * Builds and starts a real API server and kubelet on this machine (`trials/support/kubernetes/lab`), and runs the tests of the runtime
 * contract on them, with the permissions that the runtime declares. `--keep` leaves the cluster running; `--laws TEXT` selects the laws
 * whose names contain the text. Needs Go, and root with namespaces and cgroups v1; prints what is missing.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { runtimeContract } from "@reeve/laws";
import { type Connection, createKubernetesRuntime, fromKubeconfig, roleRules } from "@reeve/runtime-kubernetes";
import { shellImage } from "../scripts/images/shell-image.ts";
import { lab as command, labInput, labOutput } from "./support/kubernetes/lab.ts";
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
    // Each law has its own namespace, so that leftovers of a failed law do not disturb the next law.
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
  console.log(`${broken} of ${laws.length} laws are broken (load ${loadavg()[0]?.toFixed(1)})`);
  return broken === 0 ? 0 : 1;
});

/** Makes a service account that has exactly the permissions that the runtime declares. */
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
  const headers = { authorization: `Bearer ${token}` };
  return { ...admin, namespace: NAMESPACE, options: async () => ({ ...(await admin.options?.()), headers }) };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
