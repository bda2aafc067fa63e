import type { SiteProperties } from "./property.ts";
import type { PropertyStore } from "./property-store.ts";

/** Gives callers access to the properties of a store. An iteration over a million properties keeps no objects in memory. */
export function propertiesOf(store: PropertyStore): SiteProperties {
  const { length } = store;
  return {
    length,
    at(index) {
      const whole = Math.trunc(index) || 0;
      const property = whole < 0 ? length + whole : whole;
      return property >= 0 && property < length ? store.at(property) : undefined;
    },
    *[Symbol.iterator]() {
      for (let property = 0; property < length; property++) yield store.at(property);
    },
  };
}
