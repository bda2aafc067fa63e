import type { ServiceSettings } from "./service-settings.ts";

/** The options from which the service's objects are made. */
export interface ServiceOptions extends ServiceSettings {
  readonly namespace: string;
  /** The image of the service, whose entry point is the command line. */
  readonly image: string;
  /** The text of the definition file. */
  readonly definition: string;
  /** The contents of the files that the definition names, by the files' names in the folder `SERVICE_FILES`. They are kept in a secret. */
  readonly files?: Readonly<Record<string, string>>;
  /** How the service serves HTTPS: not at all, with a certificate of its own (`own`), or with one that is among the files (`given`). */
  readonly tls?: ServiceTls;
  /** The part of the definition that only a start of the service puts into effect: a change of this text restarts the service. */
  readonly settled?: string;
}

export type ServiceTls = "none" | "own" | "given";
