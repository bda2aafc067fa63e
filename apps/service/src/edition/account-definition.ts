/** Which logins of service accounts are accepted. */
export interface LoginsDefinition {
  /** Further addresses of the service, such as that of a proxy, for which login tokens may be made. */
  readonly audiences: readonly string[];
  /** Whether a login token needs an audience, a time and an id. */
  readonly strict: boolean;
}

/** A service account in a definition, with a public key, a password, or both. */
export interface AccountDefinition {
  readonly uid: string;
  readonly publicKeyFile?: string;
  /** A file with the password in its first line. */
  readonly passwordFile?: string;
}
