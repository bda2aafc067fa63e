import { scryptSync } from "node:crypto";
import type { KubernetesObject } from "../api/objects.ts";
import { podSecurity, SERVICE_CONTAINER } from "../pods/container.ts";
import { labels, SERVICE_NAME, SERVICE_PORT, selected, TOKEN_SECRET } from "./names.ts";
import { type ServiceOptions, STORAGE_SIZE, USER } from "./service-settings.ts";

/** The folder for all files of the service, which is on the service's volume. */
const HOME = "/var/lib/reeve";
/** The folder of the service's state. */
export const STATE_FOLDER = `${HOME}/state`;
const DEFINITION = "/etc/reeve";
/** The folder with the files that the definition names. */
export const SERVICE_FILES = "/etc/reeve-files";
const TOKEN = "/etc/reeve-token";

/** The annotation of the pod whose change restarts the service. */
const SETTLED = "reeve/settled";

export function hasFiles(files: ServiceOptions["files"] = {}): boolean {
  return Object.keys(files).length > 0;
}

/** A stateful set never runs two pods with the same name, and starts a new pod with the same claim. */
export function statefulSet(metadata: KubernetesObject["metadata"], options: ServiceOptions): KubernetesObject {
  const { storageClass, storage = STORAGE_SIZE } = options;
  const claim = {
    metadata: { name: "state" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage } },
      ...(storageClass !== undefined && { storageClassName: storageClass }),
    },
  };
  const settled = settledOf(options);
  const annotations = settled === undefined ? {} : { annotations: { [SETTLED]: settled } };
  const spec = {
    replicas: 1,
    serviceName: SERVICE_NAME,
    selector: { matchLabels: selected },
    template: { metadata: { labels, ...annotations }, spec: podSpec(options) },
    volumeClaimTemplates: [claim],
  };
  return { apiVersion: "apps/v1", kind: "StatefulSet", metadata, spec } as KubernetesObject;
}

/**
 * A text that changes with the files and with the fields that are fixed when the service starts; undefined if there are none. Who can read
 * the stateful set but not the secret must not learn a password by trying many, so the text is made with a slow function.
 */
function settledOf({ namespace, files = {}, settled = "" }: ServiceOptions): string | undefined {
  if (!hasFiles(files) && settled === "") return undefined;
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return scryptSync(JSON.stringify([settled, sorted]), namespace, 16).toString("hex");
}

function podSpec(options: ServiceOptions): object {
  const { image, namespace, user = USER, pullSecret = "", files, tls = "none" } = options;
  const port = tls === "none" ? "http" : "https";
  const probe = { periodSeconds: 5, timeoutSeconds: 5 };
  // The kubelet does not verify the certificate of the service that it probes.
  const get = (path: string) => ({ httpGet: { path, port, ...(tls !== "none" && { scheme: "HTTPS" }) }, ...probe });
  const mounts = [
    { name: "state", mountPath: HOME },
    { name: "definition", mountPath: DEFINITION, readOnly: true },
    { name: "token", mountPath: TOKEN, readOnly: true },
    { name: "temporary", mountPath: "/tmp" },
    ...(hasFiles(files) ? [{ name: "files", mountPath: SERVICE_FILES, readOnly: true }] : []),
  ];
  const container = {
    name: SERVICE_CONTAINER,
    image,
    // With these options, a restart of the service keeps a definition that was deployed through the API.
    args: [
      "up",
      ...["--definition", `${DEFINITION}/definition.yaml`, "--changed-only"],
      ...["--token-file", `${TOKEN}/token`],
      ...["--host", "0.0.0.0", "--port", String(SERVICE_PORT)],
      ...(tls === "own" ? namesIn(namespace).flatMap((name) => ["--tls-name", name]) : []),
    ],
    env: [{ name: "REEVE_HOME", value: HOME }],
    ports: [{ name: port, containerPort: SERVICE_PORT }],
    // A service that cannot write its state is not ready, but restarting it would not help. So the readiness probe checks the state, and
    // the liveness probe does not.
    readinessProbe: get("/health"),
    livenessProbe: { ...get("/"), periodSeconds: 20, failureThreshold: 6 },
    startupProbe: { ...get("/"), periodSeconds: 1, failureThreshold: 300 },
    resources: { requests: { cpu: "100m", memory: "256Mi" }, limits: { memory: "1Gi" } },
    volumeMounts: mounts,
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
    terminationMessagePolicy: "FallbackToLogsOnError",
  };
  // The files belong to the group of the pod (`fsGroup`), if there is one.
  const defaultMode = user > 0 ? 0o440 : 0o444;
  return {
    serviceAccountName: SERVICE_NAME,
    ...(pullSecret !== "" && { imagePullSecrets: [{ name: pullSecret }] }),
    // The grace period gives requests in progress time to end. Nodes keep running.
    terminationGracePeriodSeconds: 60,
    enableServiceLinks: false,
    securityContext: podSecurity(user),
    containers: [container],
    volumes: [
      { name: "definition", configMap: { name: SERVICE_NAME } },
      // Without the secret, the service generates a token in its state.
      { name: "token", secret: { secretName: TOKEN_SECRET, optional: true, defaultMode } },
      { name: "temporary", emptyDir: {} },
      ...(hasFiles(files) ? [{ name: "files", secret: { secretName: SERVICE_NAME, defaultMode } }] : []),
    ],
  };
}

/** The names of the service inside the cluster, as clients in the same or in another namespace write them. */
function namesIn(namespace: string): readonly string[] {
  return [
    SERVICE_NAME,
    `${SERVICE_NAME}.${namespace}`,
    `${SERVICE_NAME}.${namespace}.svc`,
    `${SERVICE_NAME}.${namespace}.svc.cluster.local`,
  ];
}
