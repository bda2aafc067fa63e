import type { BrokerAdministration } from "./broker.ts";
import type { FileSystemAdministration } from "./file-system.ts";
import type { WideColumnAdministration } from "./wide-column.ts";

/**
 * The administration of each kind of service, which the API's endpoints call. A failed call throws a `ReeveError` with the code
 * `bad-input`, `not-found`, `conflict` or `server-failure`.
 */
export interface Administration {
  readonly broker: BrokerAdministration;
  readonly "wide-column": WideColumnAdministration;
  readonly "file-system": FileSystemAdministration;
}
