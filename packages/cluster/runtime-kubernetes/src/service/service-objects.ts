import type { KubernetesObject, ObjectKind } from "../api/objects.ts";
import { labels, SERVICE_NAME, SERVICE_PORT, selected, TOKEN_SECRET } from "./names.ts";
import type { ServiceOptions } from "./service-settings.ts";
import { hasFiles, statefulSet } from "./stateful-set.ts";

/** A rule of a role: the verbs that it allows on some resources. */
export interface RoleRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** The permissions that the runtime needs in its namespace, as the rules of a `Role`. */
export const roleRules: readonly RoleRule[] = [
  { apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch", "create", "delete"] },
  { apiGroups: [""], resources: ["pods/log"], verbs: ["get"] },
  // `exec` is needed because the usage of nodes is measured, and the files of backups are read and written, by programs in their
  // containers. A service outside the cluster also connects to nodes in this way.
  { apiGroups: [""], resources: ["pods/exec"], verbs: ["get", "create"] },
  { apiGroups: [""], resources: ["events"], verbs: ["list"] },
  { apiGroups: [""], resources: ["persistentvolumeclaims"], verbs: ["get", "create", "delete"] },
  { apiGroups: [""], resources: ["configmaps"], verbs: ["create"] },
  // Settings of a definition may refer to secrets of the cluster.
  { apiGroups: [""], resources: ["secrets"], verbs: ["get", "create"] },
  { apiGroups: [""], resources: ["services"], verbs: ["get", "create", "delete"] },
  { apiGroups: ["policy"], resources: ["poddisruptionbudgets"], verbs: ["get", "create", "patch", "delete"] },
  { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update", "delete"] },
];

/** A Kubernetes object, and the plural name of its kind in the API, such as `configmaps`. */
export interface ServiceObject {
  readonly kind: ObjectKind;
  readonly object: KubernetesObject;
}

/** The permissions of the service: a role, a service account, and the binding of both. */
export function roleObjects(namespace: string): readonly ServiceObject[] {
  const metadata = { name: SERVICE_NAME, namespace, labels };
  const group = "rbac.authorization.k8s.io";
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata };
  const role = { apiVersion: `${group}/v1`, kind: "Role", metadata, rules: roleRules };
  const binding = {
    apiVersion: `${group}/v1`,
    kind: "RoleBinding",
    metadata,
    roleRef: { apiGroup: group, kind: "Role", name: SERVICE_NAME },
    subjects: [{ kind: "ServiceAccount", name: SERVICE_NAME, namespace }],
  };
  return [
    { kind: "serviceaccounts", object: account },
    { kind: "roles", object: role },
    { kind: "rolebindings", object: binding },
  ];
}

/** All objects of the service, in the order in which they are created. */
export function serviceObjects(options: ServiceOptions): readonly ServiceObject[] {
  const { namespace, definition, files = {}, tls = "none" } = options;
  const metadata = { name: SERVICE_NAME, namespace, labels };
  const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { "definition.yaml": definition } };
  const { name, port } = tls === "none" ? { name: "http", port: 80 } : { name: "https", port: 443 };
  const ports = [{ name, port, targetPort: SERVICE_PORT }];
  const service = { apiVersion: "v1", kind: "Service", metadata, spec: { selector: selected, ports } };
  return [
    ...roleObjects(namespace),
    { kind: "configmaps", object: configMap },
    ...(hasFiles(files) ? [{ kind: "secrets", object: secretOf(metadata, files) } as const] : []),
    { kind: "services", object: service },
    { kind: "statefulsets", object: statefulSet(metadata, options) },
  ];
}

/** The secret with the token of the service. */
export function tokenSecret(namespace: string, token: string): KubernetesObject {
  const metadata = { name: TOKEN_SECRET, namespace, labels };
  return secretOf(metadata, { token });
}

function secretOf(metadata: KubernetesObject["metadata"], files: Readonly<Record<string, string>>): KubernetesObject {
  const data = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString("base64")]));
  return { apiVersion: "v1", kind: "Secret", metadata, type: "Opaque", data } as KubernetesObject;
}
