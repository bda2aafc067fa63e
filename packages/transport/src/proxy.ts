import { ReeveError } from "@reeve/contract";

/** A proxy that the environment names. */
export interface ProxyAddress {
  /** Without a user or a password. */
  readonly url: string;
  /** What goes into `proxy-authorization`, where the variable has a user. */
  readonly authorization?: string;
  /** The variable that names it. */
  readonly variable: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy through which an address is reached, if the usual variables name one. They mean what they mean to curl. */
export function proxyFor(address: string, environment: Environment): ProxyAddress | undefined {
  const { protocol, hostname, port } = new URL(address);
  const kind = protocol === "https:" ? "https" : "http";
  const variable = [`${kind}_proxy`, `${kind.toUpperCase()}_PROXY`].find((name) => environment[name]?.trim());
  if (variable === undefined) return undefined;
  const exceptions = environment.no_proxy || environment.NO_PROXY || "";
  if (isExcepted(bare(hostname), port || defaultPorts[kind], exceptions)) return undefined;
  return readProxy(environment[variable]?.trim() ?? "", variable);
}

const defaultPorts = { https: "443", http: "80" } as const;

function readProxy(value: string, variable: string): ProxyAddress {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  // The value itself is not shown: it may hold a password.
  if (!URL.canParse(text)) throw new ReeveError("bad-input", `${variable}: it is no address of a proxy`);
  const { protocol, origin, username, password } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") {
    throw new ReeveError("bad-input", `${variable}: expected a proxy of http:// or https://, received ${protocol}//`);
  }
  if (username === "" && password === "") return { url: origin, variable };
  return { url: origin, variable, authorization: `Basic ${base64(`${decoded(username)}:${decoded(password)}`)}` };
}

/** A name stands for itself and all below it, with or without a dot before it; a port narrows it down; `*` is everything. */
function isExcepted(hostname: string, port: string, exceptions: string): boolean {
  return exceptions.split(/[\s,]+/).some((exception) => {
    if (exception === "*") return true;
    const [, host = exception, only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(exception) ?? [];
    const name = bare(host)
      .replace(/^\*?\./, "")
      .toLowerCase();
    if (name === "" || (only !== undefined && only !== port)) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}

/** An address of IPv6 without its brackets, a name without the dot at its end. */
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

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
