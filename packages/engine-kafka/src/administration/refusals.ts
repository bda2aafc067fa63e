import { type ErrorCode, ReeveError } from "@reeve/contract";

/** What error codes of the protocol mean to whoever asked. Those that are not here are failures of the cluster. */
const meanings: Readonly<Record<number, ErrorCode>> = {
  3: "not-found",
  7: "timed-out",
  17: "bad-input",
  36: "conflict",
  37: "bad-input",
  38: "bad-input",
  39: "bad-input",
  40: "bad-input",
  42: "bad-input",
  44: "bad-input",
  60: "conflict",
};

/** A refusal, in the broker's own words where it has some. */
export function refusal(errorCode: number, words: string, doing: string): ReeveError {
  const said = words.trim();
  return new ReeveError(
    meanings[errorCode] ?? "server-failure",
    `${doing}: ${said === "" ? `the brokers answered with error ${errorCode}` : said.replace(/\.$/, "")}`,
  );
}
