/** A service account as the definition names it: by its public key, by a password, or both. */
export interface AccountDefinition {
  readonly uid: string;
  readonly publicKeyFile?: string;
  /** A file that holds the password in its first line. */
  readonly passwordFile?: string;
}
