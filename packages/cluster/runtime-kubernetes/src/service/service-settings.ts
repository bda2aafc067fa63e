import { ReeveError, text } from "@reeve/contract";
import * as v from "valibot";
import { dnsName, dnsNameOrNone } from "../settings.ts";

/** The settings of the service's pod and of its volume claim. A setting that is not given keeps the value that is installed. */
export interface ServiceSettings {
  /** The storage class of the claim for the service's state. Default: the cluster's default class. */
  readonly storageClass?: string;
  /** The size of this claim, as a quantity such as `1Gi`. */
  readonly storage?: string;
  /** The id of the user that the service runs as; 0 keeps the user of the image. */
  readonly user?: number;
  /** The image pull secret of the service; with the empty text, the service has none. */
  readonly pullSecret?: string;
}

/** The options from which the service's objects are made. */
export interface ServiceOptions extends ServiceSettings {
  readonly namespace: string;
  /** The image of the service, whose entry point is the command line. */
  readonly image: string;
  /** The text of the definition file. */
  readonly definition: string;
  /** The contents of the files that the definition names, by the files' names in the folder `SERVICE_FILES`. They are kept in a secret. */
  readonly files?: Readonly<Record<string, string>>;
  /** How the service serves HTTPS: not at all, with a certificate of its own (`own`), or with one that is among the files (`given`). */
  readonly tls?: ServiceTls;
  /** The part of the definition that only a start of the service puts into effect: a change of this text restarts the service. */
  readonly settled?: string;
}

export type ServiceTls = "none" | "own" | "given";

/** The size of the claim unless another one is given. */
export const STORAGE_SIZE = "1Gi";
/** The user unless another one is given. */
export const USER = 1000;

const LARGEST_USER = 2 ** 31 - 1;
const user = `a user id from 0 to ${LARGEST_USER}`;

const schemas = {
  storageClass: dnsName("the name of a storage class"),
  storage: text("a size such as 1Gi", /^[1-9]\d{0,14}(?:[kMGTPE]|[KMGTPE]i)?$/),
  user: v.pipe(text(user, /^\d{1,10}$/), v.transform(Number), v.maxValue(LARGEST_USER, `expected ${user}`)),
  pullSecret: dnsNameOrNone("the name of a secret"),
} satisfies Record<keyof ServiceSettings, v.GenericSchema>;

/** Reads settings from text. Throws `bad-input` with the reason; `named` returns the name by which users know a setting. */
export function readServiceSettings(
  input: Readonly<Partial<Record<keyof ServiceSettings, string>>>,
  named: (setting: keyof ServiceSettings) => string = (setting) => setting,
): ServiceSettings {
  const entries = Object.entries(schemas).flatMap(([name, schema]) => {
    const setting = name as keyof ServiceSettings;
    const value = input[setting];
    if (value === undefined) return [];
    const result = v.safeParse(schema, value);
    if (result.success) return [[setting, result.output] as const];
    throw new ReeveError("bad-input", `${named(setting)} ${value}: ${result.issues[0].message}`);
  });
  return Object.fromEntries(entries);
}

const FACTORS: Readonly<Record<string, bigint>> = Object.fromEntries(
  ["k", "M", "G", "T", "P", "E"].flatMap((letter, index) => [
    [letter, 1000n ** BigInt(index + 1)],
    [`${letter.toUpperCase()}i`, 1024n ** BigInt(index + 1)],
  ]),
);

/** Whether two quantities are the same number of bytes: the API server treats `1Gi` and `1024Mi` as equal. */
export function isSameSize(a: string, b: string): boolean {
  return a === b || bytesOf(a) === bytesOf(b);
}

function bytesOf(quantity: string): bigint | string {
  const [, digits, unit = ""] = /^(\d+)([kMGTPE]|[KMGTPE]i)?$/.exec(quantity) ?? [];
  return digits === undefined ? quantity : BigInt(digits) * (FACTORS[unit] ?? 1n);
}
