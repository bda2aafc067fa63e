import { isRecord, type Request } from "@reeve/contract";

/** Names that indicate a secret though no operation declares it: those of a login, and mistyped ones. */
const SECRET_NAME = /pass(?:word|wd|phrase)|secret|token|credential|(?:access|private|api)[_-]?key/i;

/** Whether a value counts as secret: it is declared as one, or its name indicates it. */
export function secretNames(declared: ReadonlySet<string>): (name: string) => boolean {
  return (name) => declared.has(name) || SECRET_NAME.test(name);
}

/** All values of a request that are secret by name, in the body and the query. */
export function secretsIn({ body, query }: Request, isSecret: (name: string) => boolean): readonly string[] {
  const inQuery = [...new URLSearchParams(query)].flatMap(([name, value]) => (isSecret(name) ? [value] : []));
  return [...inQuery, ...valuesIn(body, isSecret)].filter((value) => value !== "");
}

function valuesIn(value: unknown, isSecret: (name: string) => boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesIn(each, isSecret));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each === "string") return isSecret(name) ? [each] : [];
    return valuesIn(each, isSecret);
  });
}
