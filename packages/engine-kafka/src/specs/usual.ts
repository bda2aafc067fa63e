/** Milliseconds after which a broker that says nothing is missed. The engine's own 9 s make every restart wait that long. */
export const BROKER_SESSION = 3000;

/** Milliseconds between two signs of life. Controllers compare it with the session, though only brokers give them. */
export const BROKER_HEARTBEAT = 500;
