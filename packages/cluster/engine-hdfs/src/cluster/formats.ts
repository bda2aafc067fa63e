import { randomUUID } from "node:crypto";
import type { NodeView, Store } from "@reeve/orchestrator/engine";
import type { HdfsMembers } from "./members.ts";

const CLUSTER_ID = "cluster-id";
const NAME_SPACE = "name-space";
/** The store's key for the volumes of the coordination service on which the file system is registered. */
const FAILOVER = "failover";
/** The store's key for the volumes of journals that have been in sync. */
const JOURNALS = "journals";

export type Formats = ReturnType<typeof openFormats>;

/** Stores which volumes have been formatted, because formatting again would destroy the namespace. */
export function openFormats(store: Store, members: HdfsMembers) {
  const volumesOf = (type: "coordinator" | "journal") => members.all(type).flatMap(({ volumes }) => Object.values(volumes));
  const known = () => store.get(FAILOVER) as readonly string[] | undefined;
  const inStep = () => (store.get(JOURNALS) ?? []) as readonly string[];
  const hasNameSpace = () => store.get(NAME_SPACE) === true;

  function keepJournal(volumes: readonly string[]): void {
    const there = volumesOf("journal");
    write(JOURNALS, [...new Set([...inStep(), ...volumes])].filter((volume) => there.includes(volume)).sort());
  }

  function write(key: string, value: unknown): void {
    if (JSON.stringify(store.get(key)) !== JSON.stringify(value)) store.write([[key, value]]);
  }

  return {
    /** Returns the cluster id, which is the same on all volumes of the file system. */
    clusterId(): string {
      const stored = store.get(CLUSTER_ID);
      if (typeof stored === "string") return stored;
      const made = `CID-${randomUUID()}`;
      store.write([[CLUSTER_ID, made]]);
      return made;
    },
    /**
     * Returns the tasks of a node, in the order in which they run. The first name node creates the namespace at its first start only. A
     * name node that later starts on an empty volume copies the namespace from the other name node. The first failover controller registers
     * the file system with the coordination service, also at its first start only.
     */
    sequence({ id, podType, done }: NodeView): readonly string[] {
      if (podType === "name") {
        const first = ["format", "bootstrap"].find((task) => done.includes(task));
        const creates = id === "name-0" && !hasNameSpace();
        return [first ?? (creates ? "format" : "bootstrap"), "node"];
      }
      const places = id === "fc-0" && (known() === undefined || done.includes("format"));
      return places ? ["format", "node"] : ["node"];
    },
    /** Records that the volumes of a node have been formatted. Called when the node has answered, because only a formatted node answers. */
    serves({ podType, volumes }: NodeView): void {
      if (podType === "journal") keepJournal(Object.values(volumes));
      else if (podType === "name") write(NAME_SPACE, true);
      else if (podType === "fc") write(FAILOVER, volumesOf("coordinator"));
    },
    /** Whether the namespace has been created. */
    hasNameSpace,
    /** Whether a journal has a new volume, so that it must first copy edits from the other journals. */
    lacksEdits: ({ volumes }: NodeView) => hasNameSpace() && !Object.values(volumes).some((volume) => inStep().includes(volume)),
    /** Whether the coordination service has lost all volumes with the file system's registration, which must be repeated. */
    isForgotten: () => known()?.some((volume) => volumesOf("coordinator").includes(volume)) === false,
  };
}
