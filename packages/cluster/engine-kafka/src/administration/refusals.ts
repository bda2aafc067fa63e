import { type ErrorCode, ReeveError } from "@reeve/contract";
import { MAY_HAPPEN } from "../cluster/ask-brokers.ts";
import {
  AGAINST_POLICY,
  INVALID_ASSIGNMENT,
  INVALID_PARTITIONS,
  INVALID_REPLICATION,
  INVALID_REQUEST,
  INVALID_SETTING,
  INVALID_TOPIC,
  REASSIGNING,
  TIMED_OUT,
  TOPIC_EXISTS,
  UNKNOWN_TOPIC,
} from "../wire/error-codes.ts";

/** The `ErrorCode` for each error code of the protocol. Protocol codes that are not listed mean a failure of the cluster. */
const meanings: Readonly<Record<number, ErrorCode>> = {
  [UNKNOWN_TOPIC]: "not-found",
  [TIMED_OUT]: "timed-out",
  [INVALID_TOPIC]: "bad-input",
  [TOPIC_EXISTS]: "conflict",
  [INVALID_PARTITIONS]: "bad-input",
  [INVALID_REPLICATION]: "bad-input",
  [INVALID_ASSIGNMENT]: "bad-input",
  [INVALID_SETTING]: "bad-input",
  [INVALID_REQUEST]: "bad-input",
  [AGAINST_POLICY]: "bad-input",
  [REASSIGNING]: "conflict",
};

/** The error for a refusal, with the broker's own message if it sent one. */
export function brokerRefusal(errorCode: number, words: string, doing: string): ReeveError {
  const own = words.trim().replace(/\.$/, "");
  const message = own === "" ? `the brokers answered with error ${errorCode}` : own;
  const hint = errorCode === TIMED_OUT ? `; ${MAY_HAPPEN}` : "";
  return new ReeveError(meanings[errorCode] ?? "server-failure", `${doing}: ${message}${hint}`);
}
