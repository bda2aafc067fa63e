/** What a task takes over from the environment of the service: enough to find programs, and none of its secrets. */
export function inherited(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && WANTED.test(name) ? [[name, value]] : [],
    ),
  );
}

const WANTED = /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|JAVA_HOME)$/;
