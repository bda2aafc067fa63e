import type { KubernetesObject } from "../api/objects.ts";

/** The name of all objects of the service. */
export const SERVICE = "reeve";
/** The pod of the service. */
export const SERVICE_POD = `${SERVICE}-0`;
/** The secret with the token of the service. It is separate, because the installation creates it only once and never changes it. */
export const TOKEN_SECRET = `${SERVICE}-token`;
export const SERVICE_PORT = 8080;

/** The claim for the service's state, which the stateful set creates. */
export const STATE_CLAIM = `state-${SERVICE_POD}`;

export const labels = {
  "app.kubernetes.io/name": SERVICE,
  "app.kubernetes.io/component": "service",
  "app.kubernetes.io/managed-by": SERVICE,
};
export const selected = { "app.kubernetes.io/name": SERVICE, "app.kubernetes.io/component": "service" };

export function isOfService({ metadata }: KubernetesObject): boolean {
  return Object.entries(labels).every(([name, value]) => metadata.labels?.[name] === value);
}
