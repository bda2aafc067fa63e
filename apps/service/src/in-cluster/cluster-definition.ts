import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { defined, ReeveError } from "@reeve/contract";
import type { InstanceDefinition } from "@reeve/orchestrator";
import { mapFiles, namedFiles } from "../definition/named-files.ts";
import { readDefinitionText, withPaths } from "../definition/read-definition.ts";
import { SETTLED, type ServiceDefinition } from "../definition/service-definition.ts";
import { readAccounts, readPassword } from "../edition/accounts.ts";
import { refuseOtherEdition } from "../edition/choose-edition.ts";
import { ACCOUNT_KEY, LOCAL_UID } from "../edition/enterprise.ts";
import { readTokenFile } from "../edition/open.ts";
import { offersWith } from "../engines/open-engines.ts";
import { givenCertificate, type TlsDefinition } from "../tls/certificate.ts";
import { CA_FILE } from "../tls/names.ts";
import { missingRuntimes, readNodeImages } from "./runtimes.ts";

/** A definition for a service in a cluster, and what its installation needs. */
export interface ClusterDefinition {
  /** The text for the service: the given text, with the paths of its files in the cluster, and with the runtimes that it lacks. */
  readonly text: string;
  /** The contents of the files that the definition names, by their names in the cluster. */
  readonly files: Readonly<Record<string, string>>;
  /** The fields that are fixed when the service starts, as text; empty if the definition has none of them. */
  readonly settled: string;
  readonly services: Readonly<Record<string, InstanceDefinition>>;
  readonly trust: Trust;
  readonly login: InstallersLogin;
}

/** How a definition is prepared for a cluster. */
export interface ForCluster {
  /** The folder of the definition file, to which its paths are relative. */
  readonly folder: string;
  /** The runtime of all instances. */
  readonly runtime: string;
  /** The images of nodes by engine, such as `kafka=example.com/kafka:4`, for instances whose definition names no runtime. */
  readonly nodeImages: readonly string[];
  /** The folder in the cluster in which the service finds the files that the definition names. */
  readonly filesAt: string;
}

/** Prepares the text of a definition for a service in a cluster. Throws `bad-input` if it or one of its files cannot be used there. */
export async function clusterDefinition(text: string, name: string, options: ForCluster): Promise<ClusterDefinition> {
  const { folder, runtime, nodeImages, filesAt } = options;
  const offers = await offersWith();
  const images = readNodeImages(nodeImages, runtime, offers);
  const { definition: read, written } = await readDefinitionText(text, name, { offers, unknown: "keep" });
  if (!written.has("services")) throw new ReeveError("bad-input", `${name} names no services`);
  const definition = withPaths(read, folder);
  const placed = mapFiles(read, (_, field) => `${filesAt}/${keyOf(field)}`);
  const edits = [
    ...missingRuntimes(definition, name, runtime, images, offers),
    ...namedFiles(placed).map(({ field, path }) => ({ field, value: path })),
  ];
  const settled = SETTLED.filter((field) => written.has(field)).map((field) => [field, placed[field]]);
  return {
    // The library for YAML is loaded only for a text that has to be changed.
    text: edits.length === 0 ? text : (await import("./set-fields.ts")).setFields(text, edits),
    settled: settled.length === 0 ? "" : JSON.stringify(settled),
    services: definition.services,
    // Both read the files, and report a file that is missing or has a mistake.
    trust: trustOf(definition.tls),
    login: installersLogin(definition),
    files: Object.fromEntries(namedFiles(definition).map(({ field, path }) => [keyOf(field), readFileSync(path, "utf8")])),
  };
}

/** The name of a file in the cluster, such as `tls.certFile`. */
function keyOf(field: readonly (string | number)[]): string {
  return field.join(".");
}

type InstallersLogin =
  | { readonly by: "token"; readonly token: string }
  | { readonly by: "password"; readonly uid: string; readonly password: string }
  /** With the token that was generated for the service. */
  | { readonly by: "generated-token" }
  /** With the private key of the account that the service has generated, in this file of its state folder. */
  | { readonly by: "generated-key"; readonly uid: string; readonly file: string }
  /** The definition has only the public keys of accounts, so the user must log in with a private key. */
  | { readonly by: "own-key"; readonly uid: string };

/** The login for a definition. Reads the files that the definition names; throws `bad-input` if one of them cannot be used. */
function installersLogin(definition: ServiceDefinition): InstallersLogin {
  refuseOtherEdition(definition);
  const { edition, tokens, serviceAccounts } = definition;
  if (tokens.file !== undefined) return { by: "token", token: readTokenFile(tokens.file).first };
  if (edition === "open") return { by: "generated-token" };
  readAccounts(serviceAccounts);
  for (const { uid, passwordFile } of serviceAccounts)
    if (passwordFile !== undefined) return { by: "password", uid, password: readPassword(passwordFile) };
  const [first] = serviceAccounts;
  return first ? { by: "own-key", uid: first.uid } : { by: "generated-key", uid: LOCAL_UID, file: ACCOUNT_KEY };
}

/** How a client that reaches a service through a forwarded port of this machine verifies the service. */
type Trust =
  | { readonly tls: "none" }
  /** The service generates its certificate, which is valid for `127.0.0.1`; its authority is in this file of its state folder. */
  | { readonly tls: "own"; readonly file: string }
  | {
      readonly tls: "given";
      /** The loopback name for which the certificate is valid; undefined if it is for other names only. */
      readonly host?: string;
      /** The names for which the certificate is valid. */
      readonly names: string;
      /** The file with the authority; undefined if it is one that the platform trusts. */
      readonly caFile?: string;
    };

/** The trust for a definition. Reads the files of the certificate; throws `bad-input` if they cannot be used. */
function trustOf(tls: TlsDefinition): Trust {
  if (tls === false) return { tls: "none" };
  if (tls === true) return { tls: "own", file: CA_FILE };
  const certificate = new X509Certificate(givenCertificate(tls).cert);
  const host = certificate.checkIP("127.0.0.1") ?? (certificate.checkHost("localhost") && "localhost");
  // A certificate that has signed itself is its own authority.
  const caFile = tls.caFile ?? (certificate.checkIssued(certificate) ? tls.certFile : undefined);
  const names = (certificate.subjectAltName ?? certificate.subject).replaceAll(/(?:DNS|IP Address):/g, "");
  return defined({ tls: "given", names, host, caFile });
}
