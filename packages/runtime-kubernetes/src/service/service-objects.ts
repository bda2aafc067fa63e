import type { Kind } from "../api/kinds.ts";
import type { KubernetesObject } from "../api/objects.ts";
import { roleRules } from "../role.ts";

/** The options from which the service's objects are made. */
export interface ServiceOptions {
  readonly namespace: string;
  /** The image of the service, whose entry point is the command line. */
  readonly image: string;
  /** The text of the definition file. */
  readonly definition: string;
  /** The storage class of the claim for the service's state. Default: the cluster's own default. */
  readonly storageClass?: string;
  /** The id of the user that the service runs as; 0 keeps the user of the image. */
  readonly user?: number;
}

/** A Kubernetes object, and the plural name of its kind in the API, such as `configmaps`. */
export interface ServiceObject {
  readonly kind: Kind;
  readonly object: KubernetesObject;
}

/** The name of all objects of the service. */
export const SERVICE = "reeve";
/** The pod of the service. */
export const SERVICE_POD = `${SERVICE}-0`;
export const SERVICE_PORT = 8080;

/** The folder for all files of the service, which is on the service's volume. */
const HOME = "/var/lib/reeve";
export const TOKEN_FILE = `${HOME}/state/token`;
const DEFINITION = "/etc/reeve";

const labels = {
  "app.kubernetes.io/name": SERVICE,
  "app.kubernetes.io/component": "service",
  "app.kubernetes.io/managed-by": SERVICE,
};
const selected = { "app.kubernetes.io/name": SERVICE, "app.kubernetes.io/component": "service" };

export function isOfService({ metadata }: KubernetesObject): boolean {
  return Object.entries(labels).every(([name, value]) => metadata.labels?.[name] === value);
}

/** The permissions of the service: a role, a service account, and the binding of both. */
export function roleObjects(namespace: string): readonly ServiceObject[] {
  const metadata = { name: SERVICE, namespace, labels };
  const group = "rbac.authorization.k8s.io";
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata };
  const role = { apiVersion: `${group}/v1`, kind: "Role", metadata, rules: roleRules };
  const binding = {
    apiVersion: `${group}/v1`,
    kind: "RoleBinding",
    metadata,
    roleRef: { apiGroup: group, kind: "Role", name: SERVICE },
    subjects: [{ kind: "ServiceAccount", name: SERVICE, namespace }],
  };
  return [
    { kind: "serviceaccounts", object: account },
    { kind: "roles", object: role },
    { kind: "rolebindings", object: binding },
  ];
}

/** All objects of the service, in the order in which they are created. */
export function serviceObjects(options: ServiceOptions): readonly ServiceObject[] {
  const { namespace, definition } = options;
  const metadata = { name: SERVICE, namespace, labels };
  const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { "definition.yaml": definition } };
  const ports = [{ name: "http", port: 80, targetPort: SERVICE_PORT }];
  const service = { apiVersion: "v1", kind: "Service", metadata, spec: { selector: selected, ports } };
  return [
    ...roleObjects(namespace),
    { kind: "configmaps", object: configMap },
    { kind: "services", object: service },
    { kind: "statefulsets", object: statefulSet(metadata, options) },
  ];
}

/** A stateful set never runs two pods with the same name, and starts a new pod with the same claim. */
function statefulSet(metadata: KubernetesObject["metadata"], options: ServiceOptions): KubernetesObject {
  const { storageClass } = options;
  const claim = {
    metadata: { name: "state" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "1Gi" } },
      ...(storageClass !== undefined && { storageClassName: storageClass }),
    },
  };
  const spec = {
    replicas: 1,
    serviceName: SERVICE,
    selector: { matchLabels: selected },
    template: { metadata: { labels }, spec: podSpec(options) },
    volumeClaimTemplates: [claim],
  };
  return { apiVersion: "apps/v1", kind: "StatefulSet", metadata, spec } as KubernetesObject;
}

function podSpec({ image, user = 1000 }: ServiceOptions): object {
  const probe = { periodSeconds: 5, timeoutSeconds: 5 };
  const container = {
    name: "service",
    image,
    // With these options, a restart of the service keeps a definition that was deployed through the API.
    args: [
      "up",
      ...["--definition", `${DEFINITION}/definition.yaml`, "--changed-only"],
      ...["--host", "0.0.0.0", "--port", String(SERVICE_PORT)],
    ],
    env: [{ name: "REEVE_HOME", value: HOME }],
    ports: [{ name: "http", containerPort: SERVICE_PORT }],
    // A service that cannot write its state is not ready, but restarting it would not help. So the readiness probe checks the state, and
    // the liveness probe does not.
    readinessProbe: { httpGet: { path: "/health", port: "http" }, ...probe },
    livenessProbe: { httpGet: { path: "/", port: "http" }, ...probe, periodSeconds: 20, failureThreshold: 6 },
    startupProbe: { httpGet: { path: "/", port: "http" }, ...probe, periodSeconds: 1, failureThreshold: 300 },
    resources: { requests: { cpu: "100m", memory: "256Mi" }, limits: { memory: "1Gi" } },
    volumeMounts: [
      { name: "state", mountPath: HOME },
      { name: "definition", mountPath: DEFINITION, readOnly: true },
      { name: "temporary", mountPath: "/tmp" },
    ],
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
    terminationMessagePolicy: "FallbackToLogsOnError",
  };
  return {
    serviceAccountName: SERVICE,
    // The grace period gives requests in progress time to end. Nodes keep running.
    terminationGracePeriodSeconds: 60,
    enableServiceLinks: false,
    securityContext: {
      seccompProfile: { type: "RuntimeDefault" },
      ...(user > 0 && {
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: user,
        fsGroup: user,
        fsGroupChangePolicy: "OnRootMismatch",
      }),
    },
    containers: [container],
    volumes: [
      { name: "definition", configMap: { name: SERVICE } },
      { name: "temporary", emptyDir: {} },
    ],
  };
}
