import { ReeveError } from "@reeve/contract";
import { contentOfFile, type LaunchRequest } from "@reeve/orchestrator/runtime";
import type { KubernetesObject } from "../api/objects.ts";
import type { Pod } from "../api/pods.ts";
import type { ObjectNames } from "./names.ts";
import { taskValues } from "./pod-of.ts";

/** The files of a task. They belong to the task's pod, so Kubernetes deletes them with the pod. */
export interface Files extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

/** The object that holds a task's files: a secret if a file may contain a secret, otherwise a config map. */
export function podFilesOf(
  request: LaunchRequest,
  { metadata: { name, uid = "", labels = {} } }: Pod,
  options: { readonly names: ObjectNames; readonly ports: Readonly<Record<string, number>> },
): { readonly kind: "configmaps" | "secrets"; readonly object: Files } {
  const values = { ...taskValues(request, options), ...request.secrets };
  const data = Object.fromEntries(
    request.files.map((file, index) => {
      const path = file["relative-path"];
      if (path.split("/").includes("..")) throw new ReeveError("bad-input", `${path} is outside the task's folder`);
      return [String(index), contentOfFile(file, values)];
    }),
  );
  const metadata = { name, labels, ownerReferences: [{ apiVersion: "v1", kind: "Pod", name, uid }] };
  return Object.keys(request.secrets).length > 0
    ? { kind: "secrets", object: { apiVersion: "v1", kind: "Secret", metadata, stringData: data } }
    : { kind: "configmaps", object: { apiVersion: "v1", kind: "ConfigMap", metadata, data } };
}
