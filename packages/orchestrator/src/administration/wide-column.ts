import type { BackupInput, MaintenanceRequest, NodeStatus } from "@reeve/wide-column-models";
import type { WorkPlan } from "../work.ts";

/** What can be asked of a cluster of database nodes. */
export interface WideColumnAdministration {
  /** `host:port` of every node that clients can connect to. */
  connection(): Promise<readonly string[]>;
  status(node: string): Promise<NodeStatus>;
  /** More of a node's information than where it runs: its key spaces with their row counts, for instance. */
  details(node: string): Promise<Readonly<Record<string, unknown>>>;
  /** Checks a request against what there is and makes the plan that carries it out. */
  cleanup(request: MaintenanceRequest): Promise<WorkPlan>;
  repair(request: MaintenanceRequest): Promise<WorkPlan>;
  backup(request: BackupInput): Promise<WorkPlan>;
  restore(request: BackupInput): Promise<WorkPlan>;
}
