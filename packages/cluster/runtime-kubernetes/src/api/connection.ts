/** The address of an API server, and the credentials for it. */
export interface Connection {
  /** The address of the API server, such as `https://10.0.0.1:443`. */
  readonly server: string;
  /** The CAs that sign the server's certificate, as PEM. Default: the CAs of the system. */
  readonly ca?: string;
  /** A client certificate with its key, as PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Skips the verification of the server's certificate. */
  readonly insecure?: true;
  /** The name in the server's certificate, if it is not the host name. */
  readonly serverName?: string;
  /** Returns the bearer token. Called before each request, because tokens are renewed while a service runs. */
  token?(): Promise<string | undefined>;
  /** Called when the server has refused the token (401), so that the next request gets a new one. */
  forgetToken?(): void;
  /** Whether this process runs inside the cluster, where the names of pods resolve. */
  readonly isInside?: true;
  /** The namespace to use if none is given. */
  readonly namespace: string;
}
