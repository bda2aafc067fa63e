import { randomUUID } from "node:crypto";

export interface StoredObjects {
  apiVersion?: string;
  kind?: string;
  metadata: {
    name: string;
    uid?: string;
    resourceVersion?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    deletionTimestamp?: string;
    ownerReferences?: { uid: string }[];
  };
  spec?: Spec;
  status?: Status;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

/** The fields of sent objects that the tests read. */
interface Spec {
  nodeName?: string;
  affinity?: { podAffinity?: Terms; podAntiAffinity?: Terms };
  containers?: { command: string[] }[];
  volumes?: {
    name: string;
    persistentVolumeClaim?: { claimName: string };
    secret?: { secretName: string };
    configMap?: { name: string };
  }[];
  minAvailable?: number;
}

interface Terms {
  requiredDuringSchedulingIgnoredDuringExecution?: Term[];
}

export interface Term {
  labelSelector: {
    matchLabels: Record<string, string>;
    matchExpressions?: { key: string; operator: "NotIn"; values: string[] }[];
  };
}

interface Status {
  phase?: string;
  podIP?: string;
  conditions?: { type: string; status: string; reason?: string; message?: string; lastTransitionTime?: string }[];
  containerStatuses?: object[];
}

export interface ObjectEvent {
  readonly kind: string;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: StoredObjects;
  readonly version: number;
}

/** The object store of the API server, with the history of its objects. */
export type Objects = ReturnType<typeof openObjects>;

export function openObjects(first: (happened: ObjectEvent) => void) {
  const kinds = new Map<string, Map<string, StoredObjects>>();
  const history: ObjectEvent[] = [];
  const listeners = [first];
  let version = 0;
  const of = (kind: string) => {
    const known = kinds.get(kind) ?? new Map<string, StoredObjects>();
    kinds.set(kind, known);
    return known;
  };
  const note = (kind: string, type: ObjectEvent["type"], object: StoredObjects) => {
    const happened = { kind, type, object, version };
    history.push(happened);
    for (const listener of listeners) listener(happened);
  };

  const objects = {
    all: (kind: string): readonly StoredObjects[] => [...of(kind).values()],
    get: (kind: string, name: string): StoredObjects | undefined => of(kind).get(name),
    put: (kind: string, object: StoredObjects): StoredObjects => {
      const before = of(kind).get(object.metadata.name);
      const kept = { ...object, metadata: { ...object.metadata, resourceVersion: String(++version) } };
      of(kind).set(object.metadata.name, kept);
      note(kind, before ? "MODIFIED" : "ADDED", kept);
      return kept;
    },
    /** Deletes an object at once, but only marks pods and claims as being deleted, because their deletion takes a while. */
    delete: (kind: string, name: string): void => {
      const there = of(kind).get(name);
      if (!there || there.metadata.deletionTimestamp) return;
      const metadata = { ...there.metadata, deletionTimestamp: new Date().toISOString() };
      if (kind === "pods" || kind === "persistentvolumeclaims") objects.put(kind, { ...there, metadata });
      else objects.vanish(kind, name);
    },
    /** Deletes an object and the objects that it owns. */
    vanish: (kind: string, name: string): void => {
      const there = of(kind).get(name);
      if (!there) return;
      of(kind).delete(name);
      const metadata = { ...there.metadata, resourceVersion: String(++version) };
      note(kind, "DELETED", { ...there, metadata });
      for (const [owned, all] of kinds) {
        for (const each of [...all.values()]) {
          if (each.metadata.ownerReferences?.some(({ uid }) => uid === there.metadata.uid)) objects.vanish(owned, each.metadata.name);
        }
      }
    },
    since: (kind: string, from: number): readonly ObjectEvent[] => history.filter((each) => each.kind === kind && each.version > from),
    version: () => version,
    uid: (): string => randomUUID(),
    listen: (listener: (happened: ObjectEvent) => void) => void listeners.push(listener),
  };
  return objects;
}
