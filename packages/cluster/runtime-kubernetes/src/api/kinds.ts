/** The resource names of the objects that the runtime uses. */
export type ObjectKind =
  | "pods"
  | "persistentvolumeclaims"
  | "configmaps"
  | "secrets"
  | "services"
  | "events"
  | "leases"
  | "poddisruptionbudgets"
  | "serviceaccounts"
  | "roles"
  | "rolebindings"
  | "statefulsets";
