/** The files of the authority and the service's own certificate in the state folder. */
export const CA_FILE = "ca.crt";
export const CA_KEY_FILE = "ca.key";
export const SERVER_FILE = "server.crt";
export const SERVER_KEY_FILE = "server.key";
