import type { Log } from "@reeve/orchestrator/engine";
import { enginesFolder } from "./find-java.ts";
import { openInstallation } from "./installation.ts";
import type { JavaSoftware } from "./java-software.ts";
import type { ProgramEnvironment } from "./programs.ts";
import { createProvisioner, type Provisioner } from "./provisioner.ts";
import { createValidator, type Validator } from "./validator.ts";

/** Options of an engine whose nodes run Java; all have defaults. */
export interface JavaEngineOptions {
  /** The folder with the software of all engines (default: below REEVE_HOME, or in the platform's cache folder). */
  readonly folder?: string;
  /** The variables with which Java and the user's own installation are found: PATH, JAVA_HOME and, for example, KAFKA_HOME. */
  readonly environment?: ProgramEnvironment;
}

/** What an engine needs of its software. */
export interface JavaEngineParts {
  /** Makes the provisioner of an instance. */
  readonly provisioner: (log: Log) => Provisioner;
  readonly validator: Validator;
}

/** Opens the software of an engine. Nothing is downloaded before the first launch. */
export function openJavaEngine(
  software: JavaSoftware,
  { environment = process.env, folder = enginesFolder(environment, process.platform) }: JavaEngineOptions,
): JavaEngineParts {
  const installation = openInstallation({ software, folder, environment });
  return { provisioner: createProvisioner(installation, environment), validator: createValidator(installation, environment) };
}
