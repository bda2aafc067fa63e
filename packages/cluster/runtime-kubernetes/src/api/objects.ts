/** The fields of Kubernetes objects that the runtime reads and writes. */
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
  readonly ownerReferences?: readonly OwnerReference[];
}

interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export interface Pod extends KubernetesObject {
  readonly spec: {
    readonly nodeName?: string;
    readonly volumes?: readonly PodVolume[];
    readonly containers?: readonly Container[];
    readonly affinity?: Affinity;
  };
  readonly status?: PodStatus;
}

interface Affinity {
  readonly podAntiAffinity?: { readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly object[] };
}

interface PodVolume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string };
}

interface Container {
  readonly name?: string;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

interface PodStatus {
  readonly phase?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly podIP?: string;
  readonly conditions?: readonly Condition[];
  readonly containerStatuses?: readonly PodContainerStatus[];
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export interface PodContainerStatus {
  readonly name?: string;
  readonly ready?: boolean;
  readonly state?: {
    readonly waiting?: { readonly reason?: string; readonly message?: string };
    readonly running?: { readonly startedAt?: string };
    readonly terminated?: Terminated;
  };
  /** How the container has ended before it was started again. */
  readonly lastState?: { readonly terminated?: Terminated };
}

export interface Terminated {
  readonly exitCode: number;
  readonly reason?: string;
  readonly message?: string;
}

export interface Claim extends KubernetesObject {
  readonly status?: { readonly phase?: string };
}

export interface List<Item> {
  readonly metadata: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items: readonly Item[];
}
