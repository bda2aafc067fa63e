/** Error codes of the protocol that somebody looks for. */
export const UNKNOWN_TOPIC = 3;
export const DELETION_DISABLED = 73;
