import { randomUUID } from "node:crypto";
import type { NodeView, Store } from "@reeve/orchestrator/engine";
import type { HdfsMembers } from "./members.ts";

/** Stores which volumes have been formatted, because formatting again would destroy the namespace. */
export interface Formats {
  /** Returns the cluster id, which is the same on all volumes of the file system. */
  clusterId(): string;
  /** Returns the names of a node's tasks, in the order in which they run. */
  sequence(node: NodeView): readonly string[];
  /** Records that the volumes of a node have been formatted. Called when the node has answered, because only a formatted node answers. */
  serves(node: NodeView): void;
  /** Whether the namespace has been created. */
  hasNameSpace(): boolean;
  /** Whether a journal has a new volume, so that it must first copy edits from the other journals. */
  lacksEdits(journal: NodeView): boolean;
  /**
   * Whether the coordination service has lost all volumes on which the file system was registered. The file system must then be registered
   * again.
   */
  isForgotten(): boolean;
}

const CLUSTER_ID = "cluster-id";
const NAME_SPACE = "name-space";
/** The store's key for the volumes of the coordination service on which the file system is registered. */
const FAILOVER = "failover";
/** The store's key for the volumes of journals that have been in sync. */
const JOURNALS = "journals";

export function openFormats(store: Store, members: HdfsMembers): Formats {
  const coordinators = () => members.all("coordinator").flatMap(({ volumes }) => Object.values(volumes));
  const known = () => store.get(FAILOVER) as readonly string[] | undefined;

  const inStep = () => (store.get(JOURNALS) ?? []) as readonly string[];

  function keepJournal(volumes: readonly string[]): void {
    const there = members.all("journal").flatMap((node) => Object.values(node.volumes));
    write(JOURNALS, [...new Set([...inStep(), ...volumes])].filter((volume) => there.includes(volume)).sort());
  }

  function write(key: string, value: unknown): void {
    if (JSON.stringify(store.get(key)) !== JSON.stringify(value)) store.write([[key, value]]);
  }

  return {
    clusterId() {
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
    sequence({ id, podType, done }) {
      if (podType === "name") {
        const first = ["format", "bootstrap"].find((task) => done.includes(task));
        const creates = id === "name-0" && store.get(NAME_SPACE) !== true;
        return [first ?? (creates ? "format" : "bootstrap"), "node"];
      }
      const places = id === "fc-0" && (known() === undefined || done.includes("format"));
      return places ? ["format", "node"] : ["node"];
    },
    serves({ podType, volumes }) {
      if (podType === "journal") keepJournal(Object.values(volumes));
      else if (podType === "name") write(NAME_SPACE, true);
      else if (podType === "fc") write(FAILOVER, coordinators());
    },
    hasNameSpace: () => store.get(NAME_SPACE) === true,
    lacksEdits: ({ volumes }) => store.get(NAME_SPACE) === true && !Object.values(volumes).some((volume) => inStep().includes(volume)),
    isForgotten: () => known()?.some((volume) => coordinators().includes(volume)) === false,
  };
}
