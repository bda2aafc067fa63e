/** The names of the files in the state folder that contain the authority of the service's own certificate, and that certificate. */
export const CA_FILE = "ca.crt";
export const CA_KEY_FILE = "ca.key";
export const SERVER_FILE = "server.crt";
export const SERVER_KEY_FILE = "server.key";

/** An authority's name in its certificates, and its files in the state folder. */
export interface AuthorityFiles {
  readonly name: string;
  readonly certificate: string;
  readonly key: string;
}

export const API_AUTHORITY: AuthorityFiles = { name: "Reeve", certificate: CA_FILE, key: CA_KEY_FILE };

/** The authority of nodes is another one, so that no certificate of a node can be that of the service. */
export const NODE_AUTHORITY: AuthorityFiles = {
  name: "Nodes of Reeve",
  certificate: "nodes-ca.crt",
  key: "nodes-ca.key",
};
