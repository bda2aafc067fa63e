import type { KubernetesObject } from "../api/objects.ts";

/** The name of all objects of the service. */
export const SERVICE_NAME = "reeve";
/** The pod of the service. */
export const SERVICE_POD = `${SERVICE_NAME}-0`;
/** The secret with the token of the service. It is separate, because the installation creates it only once and never changes it. */
export const TOKEN_SECRET = `${SERVICE_NAME}-token`;
export const SERVICE_PORT = 8080;

/** The claim for the service's state, which the stateful set creates. */
export const STATE_CLAIM = `state-${SERVICE_POD}`;

export const labels = {
  "app.kubernetes.io/name": SERVICE_NAME,
  "app.kubernetes.io/component": "service",
  "app.kubernetes.io/managed-by": SERVICE_NAME,
};
export const selected = { "app.kubernetes.io/name": SERVICE_NAME, "app.kubernetes.io/component": "service" };

export function isOfService({ metadata }: KubernetesObject): boolean {
  return Object.entries(labels).every(([name, value]) => metadata.labels?.[name] === value);
}
