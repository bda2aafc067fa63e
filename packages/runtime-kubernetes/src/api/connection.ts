/** How to reach an API server, and the credentials for it. */
export interface Connection {
  /** `https://10.0.0.1:443` */
  readonly server: string;
  /** The authorities that sign the server's certificate, as PEM. Default: those of the system. */
  readonly ca?: string;
  /** A client certificate with its key, as PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Skips the verification of the server's certificate. */
  readonly insecure?: true;
  /** The name to verify the server's certificate against, if it is not the host name. */
  readonly serverName?: string;
  /** Called before each request, because tokens are renewed while a service runs. */
  token?(): Promise<string | undefined>;
  /** The namespace to use if none is given. */
  readonly namespace: string;
}
