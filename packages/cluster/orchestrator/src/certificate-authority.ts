/** Signs the certificates with which nodes prove themselves to the service and to their clients. The program that uses the orchestrator passes a CA to its engines. */
export interface CertificateAuthority {
  /** The CA certificate (PEM) that clients have to trust. */
  certificate(): Promise<string>;
  /** Creates a key and a signed certificate for host names and addresses. The certificate is valid for a year. */
  issue(hosts: readonly string[]): Promise<IssuedCertificate>;
}

/** A certificate and its key, as PEM texts. */
export interface IssuedCertificate {
  readonly key: string;
  readonly cert: string;
}
