export { readCa } from "./read-ca.ts";
export { type TlsConnector, tlsConnector } from "./tls-connector.ts";
