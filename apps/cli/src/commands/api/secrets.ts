import { isRecord, type Request } from "@reeve/contract";

/** Names under which a secret is sent that no operation declares: a login's, and whatever is mistyped. */
const SECRET_NAME = /pass(?:word|wd|phrase)|secret|token|credential|(?:access|private|api)[_-]?key/i;

/** Whether what is sent under such a name is taken for a secret: it is declared as one, or its name says so. */
export function secretNames(declared: ReadonlySet<string>): (name: string) => boolean {
  return (name) => declared.has(name) || SECRET_NAME.test(name);
}

/** Everything in a request that is a secret by its name, wherever it stands in the body or the query. */
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
