import { randomUUID } from "node:crypto";
import type { NodeView, Store } from "@reeve/orchestrator";
import type { Members } from "./members.ts";

/** What has been formatted. It is stored, because formatting again would destroy the name space. */
export interface Formats {
  /** The id that all volumes of the file system carry. */
  clusterId(): string;
  /** The tasks of a node in their order. */
  sequence(node: NodeView): readonly string[];
  /** A node answers, so what it works on has been formatted. */
  serves(node: NodeView): void;
  /** Whether there is a name space. */
  hasNameSpace(): boolean;
  /** Whether the coordination service has lost what was formatted there. */
  isForgotten(): boolean;
}

const CLUSTER_ID = "cluster-id";
const NAME_SPACE = "name-space";
/** The volumes of the coordination service that know the file system. */
const FAILOVER = "failover";

export function openFormats(store: Store, members: Members): Formats {
  const coordinators = () => members.all("coordinator").flatMap(({ volumes }) => Object.values(volumes));
  const known = () => store.get(FAILOVER) as readonly string[] | undefined;

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
     * The first name node creates the name space, once; one that starts on an empty volume later fetches it from the other. The first
     * failover controller makes the file system known to the coordination service, once.
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
    serves({ podType }) {
      if (podType === "name") write(NAME_SPACE, true);
      else if (podType === "fc") write(FAILOVER, coordinators());
    },
    hasNameSpace: () => store.get(NAME_SPACE) === true,
    isForgotten: () => known()?.some((volume) => coordinators().includes(volume)) === false,
  };
}
