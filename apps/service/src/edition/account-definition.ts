/** A service account in a definition, with a public key, a password, or both. */
export interface AccountDefinition {
  readonly uid: string;
  readonly publicKeyFile?: string;
  /** A file with the password in its first line. */
  readonly passwordFile?: string;
}
