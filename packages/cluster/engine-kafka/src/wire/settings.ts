/** The protocol's numbers for types of resources with settings. */
export const TOPIC_RESOURCE = 2 as const;
export const BROKER_RESOURCE = 4 as const;

/** The protocol's numbers for kinds of changes. */
const SET = 0 as const;
const DELETE = 1 as const;

/** A change of some settings of a topic or broker. A setting without a value is deleted, so that the resource inherits it again. */
export function settingsChange<Type extends typeof TOPIC_RESOURCE | typeof BROKER_RESOURCE>(
  resourceType: Type,
  resourceName: string,
  values: Readonly<Record<string, string | undefined>>,
) {
  const configs = Object.entries(values).map(([name, value]) =>
    value === undefined ? ({ name, configOperation: DELETE } as const) : ({ name, configOperation: SET, value } as const),
  );
  return { resourceType, resourceName, configs };
}
