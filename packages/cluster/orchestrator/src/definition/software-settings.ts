import { isRecord, text } from "@reeve/contract";
import * as v from "valibot";

/**
 * Where a secret value is: in a file or an environment variable of the service, or in a secret of the Kubernetes cluster. Only this
 * reference is stored and shown. The value is read at each launch.
 */
export type SecretReference = { readonly file: string } | { readonly env: string } | { readonly secret: string; readonly key: string };

/** Settings of the software itself, with the names that the software uses for them. Secret values are references. */
export type SoftwareSettings = Readonly<Record<string, string | number | boolean | SecretReference>>;

/** What an engine knows about the settings of its software. Checks, files, displays and pages are derived from it. */
export interface SoftwareTraits {
  /** The names of the settings that the release has. */
  readonly names: readonly string[];
  /** Whether the value of a setting is a secret, so that a definition contains only a reference to it. */
  isSecret(name: string): boolean;
  /** Whether a setting with this value can run programs or load code. */
  runsCode(name: string, value: unknown): boolean;
  /** Writes a secret value as it stands in the file with the settings. */
  escape(value: string): string;
}

const named = (what: string) => text(what, /^[\w.-]{1,253}$/);

const Reference: v.GenericSchema<SecretReference> = v.union([
  v.strictObject({ file: v.pipe(v.string(), v.nonEmpty()) }),
  v.strictObject({ env: named("the name of an environment variable") }),
  v.strictObject({ secret: named("the name of a secret"), key: named("a key of the secret") }),
]);

/** The schema of a field with settings of the software itself. The engine checks the names of these settings when it makes pod specs. */
export function softwareSettings(
  usual: SoftwareSettings,
  traits: SoftwareTraits = UNKNOWN,
): v.ExactOptionalSchema<v.GenericSchema<SoftwareSettings>, SoftwareSettings> {
  const settings = v.pipe(
    v.record(
      text("the name of an engine setting", /^[A-Za-z][\w.-]{0,200}$/),
      v.union(
        [v.string(), v.number(), v.boolean(), Reference],
        "expected text, a number, true or false; for a secret { file: PATH }, { env: NAME } or { secret: NAME, key: KEY }",
      ),
    ),
    v.maxEntries(1000, "expected at most 1000 settings"),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [key, value] of Object.entries(dataset.value)) {
        const message = traits.isSecret(key) === isReference(value) ? undefined : isReference(value) ? NO_SECRET : PLAIN;
        // The input of the issue is left out, so that no message can show it.
        const path = { type: "object", origin: "value", input: {}, key, value: undefined } as const;
        if (message !== undefined) addIssue({ message, input: {}, path: [path] });
      }
    }),
    v.metadata({ software: traits }),
  );
  return v.exactOptional(settings, usual);
}

/** Settings of which only the shapes of names and values are known. */
const UNKNOWN: SoftwareTraits = { names: [], isSecret: isSecretName, runsCode: looksLikeCode, escape: String };

const PLAIN =
  "is a secret, so a definition contains only a reference to it: { file: PATH }, { env: NAME }, or in Kubernetes { secret: NAME, key: KEY }";
const NO_SECRET = "is not a secret: write its value instead of a reference";

/** Adds to a field with settings what is known about them, for settings that do not belong to the software itself. */
export function withTraits<Setting extends v.GenericSchema>(setting: Setting, software: SoftwareTraits): Setting {
  // The cast is safe, because metadata does not change what a schema accepts or returns.
  return v.pipe(setting, v.metadata({ software })) as unknown as Setting;
}

/** Marks a setting of an engine or a runtime that decides which code runs, such as an image. */
export function runsCode<Setting extends v.GenericSchema>(setting: Setting): Setting {
  return v.pipe(setting, v.metadata({ runsCode: true })) as unknown as Setting;
}

/** Whether the value of a setting is a reference to a secret. */
export function isReference(value: unknown): value is SecretReference {
  return isRecord(value) && ("file" in value || "env" in value || "secret" in value);
}

/** The variable of templates that stands for the value of a secret setting. */
export function secretVariable(name: string): string {
  return `SECRET_${name.replaceAll(/\W/g, "_").toUpperCase()}`;
}

/** The value of a setting in a template: the value itself, or the variable that is filled in at the launch. */
export function inTemplate(name: string, value: SoftwareSettings[string], write: (value: string) => string): string {
  return isReference(value) ? `{{${secretVariable(name)}}}` : write(String(value));
}

/** The settings that are no secrets. */
export function withoutSecrets(settings: SoftwareSettings): SoftwareSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => !isReference(value)));
}

/** Whether the name of a setting is one that software uses for secrets, whichever software it is. */
export function isSecretName(name: string): boolean {
  return /(password|passphrase|secret|credential|jaas\.config|(refresh|session)[._]token|(secret|access|encryption|account)[._]key)$/i.test(
    name,
  );
}

/** Whether the name or the value of a setting is one with which software runs programs or loads classes, whichever software it is. */
export function looksLikeCode(name: string, value: unknown): boolean {
  return CODE_NAMES.test(name) || CODE_VALUES.test(String(value));
}

const CODE_NAMES =
  /(^|[._-])(class(es)?|class_?name|class\.(name|path|[A-Z]\w*|default)|classes\..+|impl|factory|interceptors|initializers|loggers|reporters|plugins?|journal-plugin\..+|providers?|provider\.type|script\.file\.name|command|cmd|fencing\.methods)$|^(plugin|config\.providers)\./;

/** A command of a shell, or a list that begins with the full name of a Java class. */
const CODE_VALUES = /\bshell\s*\(|^\s*([a-z_]\w*\.){2,}[A-Z][\w$]*\s*($|[,;\s])/;
