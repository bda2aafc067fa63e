export { useOneFetch } from "./platform.ts";
export { type TlsConnector, tlsConnector } from "./tls-connector.ts";
export { readCa } from "./tls-options.ts";
