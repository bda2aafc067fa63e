/** The variables of the installing process that a unit gives the service. None of them is a secret. */
const PASSED = [
  "PATH",
  "LANG",
  "TMPDIR",
  "JAVA_HOME",
  "KAFKA_HOME",
  "KUBECONFIG",
  "NODE_EXTRA_CA_CERTS",
  "REEVE_MAVEN_REPOSITORY",
  ...["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
];

/** The variables that decide where the files of a user are. A service of another user has its own. */
const OF_USER = ["REEVE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"];

/** The variables of a unit, and those that it leaves out because their values contain a password. */
export function environmentOfUnit(
  environment: Readonly<Record<string, string | undefined>>,
  isOwnUser: boolean,
): { readonly variables: Readonly<Record<string, string>>; readonly leftOut: readonly string[] } {
  const names = [...PASSED, ...(isOwnUser ? OF_USER : [])];
  const set = names.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : []));
  const hasPassword = (value: string) => /:\/\/[^/\s]*@/.test(value);
  return {
    variables: Object.fromEntries(set.filter(([, value]) => !hasPassword(value))),
    leftOut: set.flatMap(([name, value]) => (hasPassword(value) ? [name] : [])),
  };
}

/** The names of the variables to which a definition refers for its secrets. A unit does not contain their values. */
export function secretVariablesIn(definition: string): readonly string[] {
  return [...new Set([...definition.matchAll(/\benv["']?\s*:\s*["']?([A-Za-z_]\w*)/g)].map(([, name = ""]) => name))];
}
