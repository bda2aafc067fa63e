/** The paths of the API groups of the objects that the runtime uses, by the resource names of their kinds. */
export const apiGroups = {
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

export type ObjectKind = keyof typeof apiGroups;

/** The fields of Kubernetes objects that the runtime reads and writes. Published types use them, which must not need those of Node. */
export interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: Metadata;
}

export interface Metadata {
  readonly name: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly creationTimestamp?: string;
  /** Set while the object is being deleted. */
  readonly deletionTimestamp?: string;
  /** What has to be done before the object is gone. */
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly Readonly<Record<"apiVersion" | "kind" | "name" | "uid", string>>[];
}

export interface List<Item> {
  readonly metadata: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items: readonly Item[];
}
