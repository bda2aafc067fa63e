/** The error codes of the protocol that this engine handles. */
export const UNKNOWN_TOPIC = 3;
export const NOT_LEADER = 6;
export const TIMED_OUT = 7;
export const INVALID_TOPIC = 17;
export const NOT_ALLOWED = 31;
export const TOPIC_EXISTS = 36;
export const INVALID_PARTITIONS = 37;
export const INVALID_REPLICATION = 38;
export const INVALID_ASSIGNMENT = 39;
export const INVALID_SETTING = 40;
export const INVALID_REQUEST = 42;
export const AGAINST_POLICY = 44;
export const REASSIGNING = 60;
export const DELETION_DISABLED = 73;
export const NOT_REASSIGNING = 85;
