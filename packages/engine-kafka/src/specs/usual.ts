/** Milliseconds after which a broker that says nothing is missed. The engine's own 9 s make every restart wait that long. */
export const BROKER_SESSION = 3000;
