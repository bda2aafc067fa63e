/** The only data center of nodes that Reeve runs; drivers want to be told. */
const DATA_CENTER = "datacenter1";

/** The command of the database's own shell, and what a driver is given. */
export function howToConnect(addresses: readonly string[]): string {
  const [host, port] = /^(.*):(\d+)$/.exec(addresses[0] ?? "")?.slice(1) ?? [];
  const driver = `drivers to ${addresses.join(",")}, data center ${DATA_CENTER}`;
  return host === undefined ? driver : `cqlsh ${host} ${port}; ${driver}`;
}
