import { trimBlanks } from "../characters.ts";
import { type HostPort, parseHostPort } from "../typed/host-port.ts";
import { badValue, type Values } from "../values.ts";

/** The place where name nodes share their edit log. */
export interface SharedEdits {
  /** The unchanged value from the document. */
  readonly url: string;
  /** The journal nodes in a `qjournal:` URL; empty for other URLs. */
  readonly journalNodes: readonly HostPort[];
  /** The name of the journal in a `qjournal:` URL, which is the id of the nameservice. */
  readonly journal: string | undefined;
}

/** Reads the URL of the shared edit log, such as `qjournal://host:port;host:port;host:port/nameservice`. */
export function readSharedEdits(values: Values, name: string): SharedEdits | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  const url = trimBlanks(value);
  if (!url.startsWith(SCHEME)) return { url, journalNodes: [], journal: undefined };
  const [nodes = "", journal, ...rest] = url.slice(SCHEME.length).split("/");
  const addresses = nodes.split(";").map(parseHostPort);
  const journalNodes = addresses.filter((address) => address !== undefined);
  if (journalNodes.length < addresses.length || !journal || rest.length > 0) {
    throw badValue(values, name, value, "a URL such as qjournal://host:8485;host:8485;host:8485/cluster");
  }
  return { url, journalNodes, journal };
}

const SCHEME = "qjournal://";
