/** The names of the files in the state folder that contain the authority and the service's own certificate. */
export const CA_FILE = "ca.crt";
export const CA_KEY_FILE = "ca.key";
export const SERVER_FILE = "server.crt";
export const SERVER_KEY_FILE = "server.key";
