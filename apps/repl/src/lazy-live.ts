import { defineService } from "./globals.ts";
import type { Live } from "./live.ts";
import { load } from "./load.ts";
import type { Shell } from "./shell.ts";

/** The part of the shell that knows clusters, loaded when it is first needed. */
export interface LazyLive {
  (): Live;
  isLoaded(): boolean;
}

export function lazyLive(shell: Shell): LazyLive {
  let live: Live | undefined;
  const get = (): Live => {
    live ??= load<typeof import("./live.ts")>("live").createLive(shell);
    return live;
  };
  return Object.assign(get, { isLoaded: () => live !== undefined });
}

/** Gives the services of a connection their names. */
export function keepServicesNamed(live: LazyLive): void {
  if (live.isLoaded()) for (const name of live().globals()) defineService(name, live);
}
