import { about, choice, integer, text } from "@reeve/contract";
import {
  type AuditRetention,
  DEFAULT_RETENTION,
  type InstanceDefinition,
  type InstanceInput,
  instanceDefinition,
  type Offer,
  type Retention,
  type Unknown,
} from "@reeve/orchestrator";
import * as v from "valibot";
import type { AccountDefinition, LoginsDefinition } from "../edition/accounts.ts";
import type { AuditExport } from "../record/export.ts";

/** The service's definition with all defaults: the instances, and how the service is reached. */
export type ServiceDefinition = Readonly<v.InferOutput<v.StrictObjectSchema<typeof serviceEntries, undefined>>> & {
  readonly services: Readonly<Record<string, InstanceDefinition>>;
};

/** Fields that are fixed when the service starts. */
export const SETTLED = ["edition", "tokens", "serviceAccounts", "logins", "tls", "trustedProxies", "objectStore", "auditExport"] as const;

/** A definition as users write it: only what differs from the defaults. */
export interface DefinitionInput {
  readonly edition?: "open" | "enterprise";
  readonly tokens?: { readonly file?: string };
  readonly serviceAccounts?: readonly AccountDefinition[];
  readonly logins?: Partial<LoginsDefinition>;
  readonly tls?: boolean | { readonly certFile: string; readonly keyFile: string; readonly caFile?: string };
  readonly trustedProxies?: readonly string[];
  readonly objectStore?: { readonly endpoint?: string; readonly region?: string };
  readonly auditExport?: AuditExport;
  readonly retention?: Partial<Omit<Retention, "audit">> & { readonly audit?: Partial<AuditRetention> };
  readonly services?: Readonly<Record<string, InstanceInput>>;
}

/** One instance of each kind, used when the definition names no services. */
export const usualServices: Readonly<Record<string, InstanceInput>> = {
  kafka: { kind: "broker" },
  cassandra: { kind: "wide-column" },
  hdfs: { kind: "file-system" },
};

const path = text("the path of a file", /^[^\0]{1,4096}$/);

/** Names that an instance must not have, because paths of the service itself begin with these names, or could be confused with them. */
const RESERVED = new Set(["reeve", "service", "acs", "ca", "health"]);

const InstanceName = v.pipe(
  text("a name of lower-case letters, digits and dashes that begins with a letter", /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
  v.check((name) => !RESERVED.has(name), "expected another name: the service itself uses this name as a path"),
);

const account = v.pipe(
  v.strictObject({
    uid: text("the uid of a service account", /^[\w.@-]{1,200}$/),
    publicKeyFile: v.exactOptional(path),
    passwordFile: v.exactOptional(path),
  }),
  v.check(
    ({ publicKeyFile, passwordFile }) => publicKeyFile !== undefined || passwordFile !== undefined,
    "expected a publicKeyFile, a passwordFile or both",
  ),
);

const kept = (what: string, usual: number) => about(what, v.exactOptional(integer(1, 100_000), usual));

/** All fields of a definition file except the services, whose fields depend on the available engines. */
export const serviceEntries = {
  edition: about("open: static tokens; enterprise: service accounts that log in", v.exactOptional(choice("open", "enterprise"), "open")),
  // For the open edition: a file with one token on each line. Without this file a token is generated.
  tokens: v.exactOptional(v.strictObject({ file: v.exactOptional(path) }), {}),
  // For the enterprise edition. If the definition names no accounts, one is generated.
  serviceAccounts: v.exactOptional(v.array(account), []),
  logins: v.exactOptional(
    v.strictObject({
      audiences: about(
        "further addresses of the service, such as https://reeve.example, for which login tokens may be made",
        v.exactOptional(v.array(text("the http or https URL of the service", /^https?:\/\/[^\s@?#]{1,500}$/)), []),
      ),
      strict: about("refuse login tokens without the claims aud, iat and jti", v.exactOptional(v.boolean("expected true or false"), false)),
    }),
    {},
  ),
  tls: v.exactOptional(
    v.union(
      [v.boolean(), v.strictObject({ certFile: path, keyFile: path, caFile: v.exactOptional(path) })],
      "expected true, false or { certFile, keyFile, caFile }",
    ),
    false,
  ),
  // Their `X-Forwarded-For` header names the client of a request.
  trustedProxies: v.exactOptional(v.array(text("the IP address of a proxy", /^[\da-fA-F:.]{2,45}$/)), []),
  // The object store behind `s3://bucket`. Without an endpoint, the store is a folder on this machine.
  objectStore: v.exactOptional(
    v.strictObject({
      endpoint: v.exactOptional(text("the http or https URL of an S3-compatible store", /^https?:\/\/[^\s@?#]{1,500}$/)),
      region: v.exactOptional(text("the name of a region", /^[a-z0-9-]{1,60}$/)),
    }),
    {},
  ),
  auditExport: v.exactOptional(
    v.strictObject({
      file: about(
        "a file to which entries of the audit log are appended as JSON lines",
        v.exactOptional(text("the absolute path of a file", /^(?:\/|[A-Za-z]:[\\/])[^\0]{1,4095}$/)),
      ),
      syslog: about(
        "the address of a syslog server (RFC 5424), to which entries of the audit log are sent",
        v.exactOptional(
          text(
            "udp://HOST:PORT, tcp://HOST:PORT or unix:///PATH",
            /^(?:(?:udp|tcp):\/\/(?:[\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\]):\d{1,5}|unix:\/\/\/[^\s?#]{1,107})$/,
          ),
        ),
      ),
    }),
    {},
  ),
  retention: v.exactOptional(
    v.strictObject({
      configurations: kept(
        "how many configurations of each instance to keep; configurations in use are always kept",
        DEFAULT_RETENTION.configurations,
      ),
      plans: kept("how many finished recoveries of each instance to keep", DEFAULT_RETENTION.plans),
      maintenance: kept("how many finished maintenance plans of each instance to keep", DEFAULT_RETENTION.maintenance),
      audit: about(
        "limits of the audit log: the newest `megabytes` are kept at any age, and changes of the last `days` are kept up to ten times that size",
        v.exactOptional(
          v.strictObject({
            days: v.exactOptional(integer(0, 36_500), DEFAULT_RETENTION.audit.days),
            megabytes: v.exactOptional(integer(1, 100_000), DEFAULT_RETENTION.audit.megabytes),
          }),
          {},
        ),
      ),
    }),
    {},
  ),
};

/** The schema of a definition file whose services can use the given engines. */
export function serviceDefinition(offers: readonly Offer[], unknown?: Unknown): v.GenericSchema<unknown, ServiceDefinition> {
  const services = v.pipe(
    v.record(InstanceName, instanceDefinition(offers, unknown)),
    v.check((given) => Object.keys(given).length > 0, "expected at least one service"),
  );
  return v.strictObject({ ...serviceEntries, services: v.exactOptional(services, usualServices) });
}
