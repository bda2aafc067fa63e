/**
 * Returns the environment variables that a program inherits from the service. They suffice to find programs and the user's files, and
 * contain none of the service's secrets.
 */
export function inherited(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && INHERITED.test(name) ? [[name, value]] : [],
    ),
  );
}

const INHERITED = /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|JAVA_HOME)$/;
