import type { BrokerAdministration } from "./broker.ts";
import type { FileSystemAdministration } from "./file-system.ts";
import type { WideColumnAdministration } from "./wide-column.ts";

/**
 * The administration of each kind of software, which the API's endpoints use. Failures are `ReeveError`s: bad-input, not-found, conflict,
 * server-failure.
 */
export interface Administration {
  readonly broker: BrokerAdministration;
  readonly "wide-column": WideColumnAdministration;
  readonly "file-system": FileSystemAdministration;
}
