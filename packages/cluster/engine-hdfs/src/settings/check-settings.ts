import { ReeveError } from "@reeve/contract";
import { escapedForSite, fileSystemVariables } from "@reeve/file-system-pods";
import {
  isReference,
  isSecretName,
  looksLikeCode,
  type SoftwareSettings,
  type SoftwareTraits,
  suggestionFor,
} from "@reeve/orchestrator/engine";
import { KNOWN_CORE_SETTINGS, KNOWN_HDFS_SETTINGS } from "../generated/known-settings.ts";
import type { HdfsDefinition } from "./hdfs-settings.ts";

/** Settings that the service sets itself, because the file system would not work with other values. */
const own =
  /^(fs\.default(FS|\.name)|dfs\.nameservice(s|\.id)|dfs\.internal\.nameservices|dfs\.(namenode|datanode|journalnode)\.((service|lifeline\.)?rpc-|https?[.-])?(bind-host|address)|dfs\.datanode\.ipc\.address|dfs\.namenode\.(name|edits|shared\.edits)\.dir|dfs\.datanode\.data\.dir|dfs\.journalnode\.edits\.dir|dfs\.journalnode\.enable\.sync|dfs\.hosts\.exclude|dfs\.ha\.(namenodes|namenode\.id|zkfc\.port)|ha\.zookeeper\.(quorum|parent-znode))\b/;

/** Settings that accept only one value, because the service sends plain HTTP requests without Kerberos to the nodes. */
const fixed: ReadonlyMap<string, string> = new Map([
  ["hadoop.security.authentication", "simple"],
  ["hadoop.http.authentication.type", "simple"],
  ["hadoop.http.authentication.simple.anonymous.allowed", "true"],
  ["dfs.http.policy", "HTTP_ONLY"],
]);

/** Settings with a user, a service or an id in their names, which the release's list of settings cannot contain. */
const open = [/^hadoop\.proxyuser\.[\w$-]+\.(hosts|groups|users)$/, /^ipc\.\d+\.[\w.-]+$/, /^fs\.[\w-]+\.impl$/];

/** A setting that the release's own list lacks: whether a block is on the disk before it is acknowledged. */
const UNLISTED = "dfs.datanode.synconclose boolean";

/** The names of the settings of each document, with the types of some. */
const known = { core: typesIn(KNOWN_CORE_SETTINGS), hdfs: typesIn(`${KNOWN_HDFS_SETTINGS}\n${UNLISTED}`) };

function typesIn(list: string): ReadonlyMap<string, string | undefined> {
  return new Map(
    list.split("\n").map((line) => {
      const [name = "", type] = line.split(" ");
      return [name, type] as const;
    }),
  );
}

/** The form of a type's values. A number may have a unit, as in `30s` or `128m`. */
const FORMS: Readonly<Record<string, readonly [form: RegExp, expected: string]>> = {
  boolean: [/^(true|false)$/i, "true or false"],
  number: [/^-?\d+(\.\d+)?\s?[a-z]{0,2}$/i, "a number"],
};

const ofVariables: ReadonlyMap<string, string> = new Map(
  Object.entries(fileSystemVariables).flatMap(([name, variable]) => ("property" in variable ? [[variable.property, name]] : [])),
);

/** Settings whose values are names of classes, although their own names do not say so. */
const CLASSES =
  /^(hadoop\.security\.group\.mapping|io\.(compression\.codecs|serializations)|dfs\.web\.authentication\.filter|dfs\.datanode\.fsdataset\.volume\.choosing\.policy)$/;

/** Which settings of a document are secrets, and which can run code. */
export const hdfsTraits = (document: keyof typeof known): SoftwareTraits => ({
  names: [...known[document].keys()].filter((name) => !own.test(name) && !ofVariables.has(name)),
  isSecret: (name) => isSecretName(name) || /keypassword$/.test(name),
  runsCode: (name, value) => CLASSES.test(name) || looksLikeCode(name, value),
  escape: escapedForSite,
});

/** Refuses settings that the release does not have, and settings that belong in the other document. */
export function checkHdfsSettings({ core, hdfs }: HdfsDefinition["engineConfiguration"]): void {
  check("core", core);
  check("hdfs", hdfs);
}

function check(document: keyof typeof known, given: SoftwareSettings): void {
  const other = document === "core" ? "hdfs" : "core";
  for (const [name, value] of Object.entries(given)) {
    const refuse = (reason: string): never => {
      throw new ReeveError("bad-input", `engineConfiguration: ${document}: ${name} ${reason}`);
    };
    const variable = ofVariables.get(name);
    if (variable !== undefined) refuse(`is set by a variable: use ${variable} under settings instead`);
    if (own.test(name)) refuse("is set by the service and cannot be set in a definition");
    const only = fixed.get(name);
    if (only !== undefined && String(value) !== only) refuse(`is ${value}, but the service can only manage nodes with ${only}`);
    if (!isReference(value) && /[^\P{C}\n\t]/u.test(String(value))) refuse("has a value that an XML document cannot hold");
    const [form, expected] = FORMS[known[document].get(name) ?? ""] ?? [];
    // A value may refer to other settings, as in ${dfs.blocksize}.
    if (form && !isReference(value) && !/\$\{/.test(String(value)) && !form.test(String(value).trim())) {
      refuse(`is ${JSON.stringify(value)}, expected ${expected}`);
    }
    if (known[document].has(name) || open.some((pattern) => pattern.test(name))) continue;
    if (known[other].has(name)) refuse(`belongs in the section ${other}: move it there`);
    refuse(`is not a setting of the file system${suggestionFor(name, known[document].keys())}`);
  }
}
