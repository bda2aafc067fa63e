import { badOption } from "./checked-options.ts";

/** A proxy from the options or the environment. */
export interface ProxyAddress {
  /** The address without its user and password. */
  readonly url: string;
  /** The value of `proxy-authorization`, if the address has a user. */
  readonly authorization?: string;
  /** The variable that contains the address, or `proxy` for the option. */
  readonly variable: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address. A proxy from the options is used for every address. Proxies of the environment follow curl's rules, except that
 * a service on this machine is always reached directly.
 */
export function proxyFor(address: string, environment: Environment, given?: string): ProxyAddress | undefined {
  if (given !== undefined) return readProxy(given, "proxy");
  const { protocol, hostname, port } = new URL(address);
  const kind = protocol === "https:" ? "https" : "http";
  const names = [`${kind}_proxy`, `${kind.toUpperCase()}_PROXY`, "all_proxy", "ALL_PROXY"];
  const variable = names.find((name) => environment[name]?.trim());
  if (variable === undefined) return undefined;
  const exceptions = environment.no_proxy || environment.NO_PROXY || "";
  if (isExcepted(bare(hostname), port || (kind === "https" ? "443" : "80"), `${LOOPBACK},${exceptions}`)) return undefined;
  return readProxy(environment[variable]?.trim() ?? "", variable);
}

const LOOPBACK = "localhost,127.0.0.0/8,::1";

function readProxy(value: string, variable: string): ProxyAddress {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  // The value is not shown, because it may contain a password.
  if (!URL.canParse(text)) throw badOption(variable, "it is not the address of a proxy");
  const { protocol, origin, username, password } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") {
    const received = protocol.startsWith("socks") ? "a SOCKS proxy, which is not supported" : `${protocol}//`;
    throw badOption(variable, `expected an http:// or https:// proxy, received ${received}`);
  }
  if (username === "" && password === "") return { url: origin, variable };
  const user = Buffer.from(`${decoded(username)}:${decoded(password)}`);
  return { url: origin, variable, authorization: `Basic ${user.toString("base64")}` };
}

/**
 * Whether a list of exceptions matches a host. A name matches itself and its subdomains, with or without a leading dot. An entry with a
 * port applies only to that port; `*` matches every host.
 */
function isExcepted(hostname: string, port: string, exceptions: string): boolean {
  return exceptions.split(/[\s,]+/).some((exception) => {
    if (exception === "*") return true;
    const [, host = exception, only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(exception) ?? [];
    if (only !== undefined && only !== port) return false;
    return process.getBuiltinModule("node:net").isIP(hostname) === 0 ? isBelow(hostname, bare(host)) : isWithin(hostname, bare(host));
  });
}

function isBelow(hostname: string, exception: string): boolean {
  const name = exception.replace(/^\*?\./, "").toLowerCase();
  return name !== "" && (hostname === name || hostname.endsWith(`.${name}`));
}

/** Whether an address equals an entry, in any notation, or lies in the entry's range, such as 10.0.0.0/8. */
function isWithin(address: string, exception: string): boolean {
  const { BlockList, isIP } = process.getBuiltinModule("node:net");
  const family = (text: string) => (isIP(text) === 6 ? "ipv6" : "ipv4");
  const [, base = exception, bits] = /^(.*)\/(\d{1,3})$/.exec(exception) ?? [];
  const longest = isIP(base) === 6 ? 128 : 32;
  if (isIP(base) === 0 || Number(bits ?? longest) > longest) return false;
  const range = new BlockList();
  range.addSubnet(base, Number(bits ?? longest), family(base));
  return range.check(address, family(address));
}

/** Removes the brackets of an IPv6 address and the trailing dot of a name. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
