/** How clients of an instance with TLS find the certificate to trust. */
export interface ClientTrust {
  /** The path of the certificate file. */
  readonly ca: string;
  /** The command that stores this file, if the file is not on this machine. */
  readonly fetch?: string;
}

/** Drivers require the name of a data center. All nodes that Reeve runs are in this data center. */
const DATA_CENTER = "datacenter1";

/** How clients connect: the command line of cqlsh, and the settings for a driver. */
export function howToConnect(addresses: readonly string[], tls?: ClientTrust): string {
  const [host, port] = /^(.*):(\d+)$/.exec(addresses[0] ?? "")?.slice(1) ?? [];
  const drivers = `drivers to ${addresses.join(",")}, data center ${DATA_CENTER}`;
  const shell = tls ? `SSL_CERTFILE=${tls.ca} cqlsh --ssl ${host} ${port}` : `cqlsh ${host} ${port}`;
  return [
    ...(host === undefined ? [] : [shell]),
    tls ? `${drivers}, with TLS that trusts ${tls.ca}` : drivers,
    ...(tls?.fetch === undefined ? [] : [`${tls.fetch} stores that certificate`]),
  ].join("; ");
}
