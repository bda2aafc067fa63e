/** The files in the state that hold the authority and what it has signed. */
export const CA_FILE = "ca.crt";
export const CA_KEY_FILE = "ca.key";
export const SERVER_FILE = "server.crt";
export const SERVER_KEY_FILE = "server.key";
