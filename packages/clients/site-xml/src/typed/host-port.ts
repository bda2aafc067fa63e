import { trimBlanks } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { settingText } from "./setting-text.ts";

/** An address with a port. */
export interface HostPort {
  /** A host name or an IP address. An IPv6 address is without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Reads a `host:port`; `undefined` if the name is not set. */
export function hostPort(values: Values, name: string): HostPort | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  const address = parseHostPort(value);
  if (address === undefined) throw badValue(values, name, value, "a host:port");
  return address;
}

/** Reads `host:port` pairs that are separated by commas; `undefined` if the name is not set. */
export function hostPorts(values: Values, name: string): readonly HostPort[] | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  const addresses = value.split(",").map(parseHostPort);
  const known = addresses.filter((address) => address !== undefined);
  if (known.length < addresses.length) throw badValue(values, name, value, "host:port pairs separated by commas");
  return known;
}

/** Parses a `host:port`; `undefined` if the text has another form. */
export function parseHostPort(text: string): HostPort | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/[\]]+)):([0-9]{1,5})$/.exec(trimBlanks(text)) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}
