/** The keyboard, such as `process.stdin`. */
interface Keyboard {
  on(event: "data", listener: (keys: Uint8Array | string) => void): unknown;
  off(event: "data", listener: (keys: Uint8Array | string) => void): unknown;
  setRawMode?(raw: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** The keys with which a terminal sends a signal, unless it is in raw mode. */
const SIGNALS: Readonly<Record<string, "SIGINT" | "SIGQUIT">> = { "\u0003": "SIGINT", "\u001c": "SIGQUIT" };

/**
 * Calls `listener` with each key, until the returned function is called. Meanwhile the terminal is in raw mode, in which Ctrl-C sends no
 * signal of its own: it is sent here.
 */
export function listenToKeys(keyboard: Keyboard, listener: (key: string) => void): () => void {
  const take = (keys: Uint8Array | string): void => {
    for (const key of String(keys)) {
      const signal = SIGNALS[key];
      if (signal) process.kill(process.pid, signal);
      else listener(key);
    }
  };
  keyboard.setRawMode?.(true);
  keyboard.on("data", take);
  keyboard.resume();
  return () => {
    keyboard.off("data", take);
    keyboard.setRawMode?.(false);
    keyboard.pause();
  };
}
