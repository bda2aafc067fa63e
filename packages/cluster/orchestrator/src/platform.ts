/** A source of time and timers. It is passed as a parameter, so that tests can control time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs a function once, after the given time. The returned function cancels the timer. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The clock of the machine on which this process runs. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Waits until the given time has passed or the signal is aborted. Callers check the signal to find out which of the two has happened. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const over = () => {
      cancel();
      signal.removeEventListener("abort", over);
      resolve();
    };
    const cancel = clock.after(milliseconds, over);
    signal.addEventListener("abort", over);
  });
}

/** Logs an event as one line with fields, without secrets. */
export type Log = (level: "debug" | "info" | "warn" | "error", event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** A durable map from keys to JSON values, which belongs to one engine or one runtime. */
export interface Store {
  get(key: string): unknown;
  /** The entries whose keys begin with a prefix, sorted by key. */
  entries(prefix: string): Iterable<readonly [key: string, value: unknown]>;
  /** Writes entries as one transaction, which is durable when this returns. The value `undefined` deletes an entry. */
  write(changes: Iterable<readonly [key: string, value: unknown]>): void;
}

/**
 * Signs the certificates with which nodes prove themselves to the service and to their clients. The program that uses the orchestrator
 * passes a CA to its engines.
 */
export interface CertificateAuthority {
  /** The CA certificate (PEM) that clients have to trust. */
  certificate(): Promise<string>;
  /** Creates a key and a signed certificate for host names and addresses. The certificate is valid for a year. */
  issue(hosts: readonly string[]): Promise<IssuedCertificate>;
}

/** A certificate and its key, as PEM texts. */
export interface IssuedCertificate {
  readonly key: string;
  readonly cert: string;
}
