import { ReeveError } from "@reeve/contract";
import {
  isReference,
  isSecretName,
  looksLikeCode,
  type SoftwareSettings,
  type SoftwareTraits,
  suggestionFor,
} from "@reeve/orchestrator/engine";
import { KNOWN_SETTINGS } from "../generated/known-settings.ts";
import { checkValue, type KnownSetting } from "./setting-types.ts";

const known: ReadonlyMap<string, KnownSetting> = new Map(
  KNOWN_SETTINGS.split("\n").map((line) => {
    const [name = "", type = "", words = ""] = line.split(" ");
    return [name, { type, words: words === "" ? [] : words.split("|") }] as const;
  }),
);

const ADDRESSES = "the service assigns each node's address and ports";
const FOLDERS = "all of a node's data is on its volume";
const TOKENS =
  "the service derives the tokens from the number of nodes, so that a backup can be restored to every new cluster of this size";
const LOGINS = "the service itself cannot log in to the database yet";
const TLS = "the service creates the certificates; use the setting clientTls of the definition instead";

/** The settings that the service sets itself, each with the reason. */
const own: readonly (readonly [RegExp, string])[] = [
  [/^(listen|rpc|broadcast|broadcast_rpc)_(address|interface.*)$|^listen_on_broadcast_address$/, ADDRESSES],
  [/^(native_transport|storage|ssl_storage)_port$|^native_transport_port_ssl$|^seed_provider$/, ADDRESSES],
  [/_director(y|ies)$|^cdc_enabled$/, FOLDERS],
  [/^(num_tokens|initial_token|auto_bootstrap|partitioner|allocate_tokens_for_\w+)$/, TOKENS],
  [/^(cluster_name|endpoint_snitch|start_native_transport)$/, "with other values, the nodes or the service could not reach a node"],
  [/^(\w*authenticator|\w*authorizer|role_manager)$/, LOGINS],
  [/^client_encryption_options/, TLS],
];

/** Switches with which clients or plugins run code in the database. */
const SWITCHES = /^(user_defined_functions_(enabled|threads_enabled)|scripted_user_defined_\w+|allow_(extra_)?insecure_udfs)$|trigger/;

/** Which settings of the database are secrets, and which can run code. */
export const cassandraTraits: SoftwareTraits = {
  names: [...known.keys()].filter((name) => !own.some(([names]) => names.test(name))),
  isSecret: isSecretName,
  runsCode: (name, value) => known.get(name)?.type === "ParameterizedClass" || SWITCHES.test(name) || looksLikeCode(name, value),
  escape: JSON.stringify,
};

/** Refuses settings that the database does not have, and values that a setting does not accept. */
export function checkCassandraSettings(given: SoftwareSettings): void {
  for (const [name, value] of Object.entries(given)) {
    const why = own.find(([names]) => names.test(name))?.[1];
    if (why !== undefined) throw refusal(name, `is set by the service and cannot be set in a definition: ${why}`);
    const setting = known.get(name);
    if (!setting) throw refusal(name, `is not a setting of the database${suggestionFor(name, known.keys())}`);
    if (isReference(value)) continue;
    const expected = checkValue(value, setting);
    if (expected !== undefined) throw refusal(name, `is ${JSON.stringify(value)}, expected ${expected}`);
  }
}

function refusal(name: string, reason: string): ReeveError {
  return new ReeveError("bad-input", `engineConfiguration: ${name} ${reason}`);
}
