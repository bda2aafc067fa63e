import { defineService, words } from "./globals.ts";
import { kinds } from "./kind.ts";
import type { Live } from "./live.ts";
import { load } from "./load.ts";
import type { Shell } from "./shell.ts";

/** The part of the shell that knows clusters, loaded when it is first needed. */
export interface LazyLive {
  (): Live;
  isLoaded(): boolean;
  /** Loads the services that some code names. Loading must not be part of an evaluation: Ctrl-C would leave a module half loaded. */
  prepare(code: string): void;
}

export function lazyLive(shell: Shell): LazyLive {
  let live: Live | undefined;
  const get = (): Live => {
    live ??= load<typeof import("./live.ts")>("live").createLive(shell);
    return live;
  };
  const prepare = (code: string): void => {
    const named = new Set(code.match(/[A-Za-z_$][\w$]*/g));
    const isNamed = (name: string) => named.has(name);
    if (!live && ![...words, ...kinds.map(({ global }) => global)].some(isNamed)) return;
    try {
      for (const name of get().globals().filter(isNamed)) get().session.named(name);
    } catch {
      // The evaluation reports that there is no such service.
    }
  };
  return Object.assign(get, { isLoaded: () => live !== undefined, prepare });
}

/** Defines the names of a connection's services. */
export function keepServicesNamed(live: LazyLive): void {
  if (live.isLoaded()) for (const name of live().globals()) defineService(name, live);
}
