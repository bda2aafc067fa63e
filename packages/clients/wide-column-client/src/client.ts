import {
  type Client,
  type ClientOptions,
  createClient,
  type ExtrasOf,
  type HasNodes,
  type MethodsOf,
  type NodeWaits,
  nodeWaits,
  type PlanWaits,
  planWaits,
  type ShowsPlans,
} from "@reeve/client";
import { type WideColumnRevision, wideColumnApi } from "@reeve/wide-column-models";
import { withoutMaintenance } from "./maintenance-phases.ts";
import { type HasMaintenance, type MaintenanceWaits, maintenanceWaits } from "./maintenance-waits.ts";

/** The options of a client of a wide-column database service. The API has only one revision, so the revision may be left out. */
export type WideColumnClientOptions = ClientOptions<WideColumnRevision | undefined>;

/** A client of a wide-column database service: its operations, and methods that need more than one call. */
export type WideColumnClient = { readonly [Noun in keyof WideColumnMethods]: WideColumnNoun<Noun> };

/** The methods of one noun. A named type keeps type errors short. */
export type WideColumnNoun<Noun extends keyof WideColumnMethods> = WideColumnMethods[Noun] & ExtrasOf<WideColumnExtras, Noun>;

type WideColumnMethods = MethodsOf<typeof wideColumnApi, WideColumnRevision>;

interface WideColumnExtras extends MaintenanceWaits {
  readonly plans: PlanWaits;
  readonly nodes: NodeWaits;
}

/** Makes a client of a wide-column database service. The first call loads the adapter and opens connections. */
export function createWideColumnClient(options: WideColumnClientOptions): WideColumnClient {
  // The additional methods are added by name, so a cast is needed; this package's tests check that they exist.
  return createClient(wideColumnApi, options, { extras }) as unknown as WideColumnClient;
}

function extras(client: Client): Readonly<Record<string, object>> {
  const database = client as unknown as HasMaintenance & HasNodes;
  const show: ShowsPlans["plans"]["show"] = async (input, options) => withoutMaintenance(await database.plans.show(input, options));
  // It inherits the description of the client, with which plans without a route are read.
  const installation: ShowsPlans = Object.create(database, { plans: { value: { show } } });
  const plans: PlanWaits = { ...planWaits(database), wait: planWaits(installation).wait };
  return { plans, nodes: nodeWaits(database), ...maintenanceWaits(database) };
}
