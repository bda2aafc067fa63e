/** The API groups of the objects that the runtime uses, by the resource names of the objects. */
export const groups = {
  pods: "/api/v1",
  persistentvolumeclaims: "/api/v1",
  configmaps: "/api/v1",
  secrets: "/api/v1",
  services: "/api/v1",
  events: "/api/v1",
  leases: "/apis/coordination.k8s.io/v1",
  poddisruptionbudgets: "/apis/policy/v1",
  serviceaccounts: "/api/v1",
  roles: "/apis/rbac.authorization.k8s.io/v1",
  rolebindings: "/apis/rbac.authorization.k8s.io/v1",
  statefulsets: "/apis/apps/v1",
} as const;

/** The resource name of an object. */
export type ObjectKind = keyof typeof groups;
