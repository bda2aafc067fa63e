import type { BrokerAdministration } from "./broker.ts";
import type { FileSystemAdministration } from "./file-system.ts";
import type { WideColumnAdministration } from "./wide-column.ts";

/**
 * The administration of each kind's software, behind the endpoints of its API. Failures are `ReeveError`s: bad-input, not-found, conflict,
 * server-failure.
 */
export interface Administration {
  readonly broker: BrokerAdministration;
  readonly "wide-column": WideColumnAdministration;
  readonly "file-system": FileSystemAdministration;
}
