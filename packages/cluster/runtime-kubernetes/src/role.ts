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
  // `exec` is needed because the usage of nodes is measured, and the files of backups are read and written, by programs in their containers.
  // A service outside the cluster also connects to nodes in this way.
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
