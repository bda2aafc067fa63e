/** How to reach an API server, and the credentials for it. */
export interface Connection {
  /** `https://10.0.0.1:443` */
  readonly server: string;
  /** The authorities that sign the server's certificate, as PEM; those of the system where it is not given. */
  readonly ca?: string;
  /** A client certificate with its key, as PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Takes the server's certificate as it is. */
  readonly insecure?: true;
  /** The name that the server's certificate is checked against, where that is not its address. */
  readonly serverName?: string;
  /** Asked before each request: tokens are renewed while a service runs. */
  token?(): Promise<string | undefined>;
  /** The namespace to use where none is named. */
  readonly namespace: string;
}
