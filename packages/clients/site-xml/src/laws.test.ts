import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createSite,
  editSite,
  mergeSites,
  type PropertySetting,
  readSite,
  removeProperty,
  type SiteProperty,
  setProperty,
  writeSite,
} from "./index.ts";

/** Any character of XML. Characters that parsers often get wrong are more frequent. */
const character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(..." \t\n\r<>&\"']$-/{}é𝒳\u0085\u2028\ufeff") },
  { weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 1 }) },
  {
    weight: 1,
    arbitrary: fc
      .nat(0x10ffff)
      .map((code) => String.fromCodePoint(code))
      .filter((text) => !/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)),
  },
);
const text = fc.string({ unit: character, maxLength: 12 });
const name = fc.oneof(
  fc.constantFrom("a", "b", "dfs.replication", "__proto__", "constructor", "toString", " padded "),
  fc.string({ unit: character, minLength: 1, maxLength: 8 }),
);
const setting: fc.Arbitrary<PropertySetting> = fc.record(
  { name, value: text, final: fc.boolean(), description: text, sources: fc.array(text, { maxLength: 2 }), tag: text },
  { requiredKeys: ["name"] },
);
const settings = fc.array(setting, { maxLength: 8 });

test("what was written and is read again is the same, whatever it holds", () => {
  fc.assert(
    fc.property(settings, (model) => {
      const site = readSite(writeSite(createSite(model)));
      expect(settingsOf([...site.properties])).toEqual(model.map((one) => ({ final: false, sources: [], ...one })));
    }),
    { numRuns: 1000 },
  );
});

test("reading and writing gives back every byte of what we wrote", () => {
  fc.assert(
    fc.property(settings, (model) => {
      const written = writeSite(createSite(model));
      expect(writeSite(readSite(written))).toBe(written);
      expect(writeSite(readSite(new TextEncoder().encode(written)))).toBe(written);
    }),
  );
});

test("the same properties always give the same text", () => {
  fc.assert(
    fc.property(settings, (model) => {
      expect(writeSite(createSite(structuredClone(model)))).toBe(writeSite(createSite(model)));
    }),
  );
});

test("setting a value changes what counts for that name, and no byte outside of one stretch", () => {
  fc.assert(
    fc.property(settings, name, text, (model, changed, value) => {
      const site = createSite(model);
      const edited = setProperty(site, changed, value);
      expect(edited.get(changed)).toBe(value);
      const others = ({ properties }: typeof site) => settingsOf([...properties].filter((one) => one.name !== changed));
      expect(others(edited)).toEqual(others(site));
      expect(edited.properties.length - site.properties.length).toBe(model.some((one) => one.name === changed) ? 0 : 1);
    }),
    { numRuns: 1000 },
  );
});

test("removing a new property gives back every byte", () => {
  fc.assert(
    fc.property(settings, name, text, (model, fresh, value) => {
      const site = createSite(model.filter((one) => one.name !== fresh));
      expect(writeSite(removeProperty(setProperty(site, fresh, value), fresh))).toBe(writeSite(site));
    }),
  );
});

test("setting a value and setting the old one again gives back every byte", () => {
  fc.assert(
    fc.property(settings, text, fc.nat(), (model, value, pick) => {
      const site = createSite(model);
      const names = [...site.settings.keys()];
      const chosen = names[pick % Math.max(names.length, 1)];
      if (chosen === undefined) return;
      expect(writeSite(setProperty(setProperty(site, chosen, value), chosen, site.get(chosen) ?? ""))).toBe(writeSite(site));
    }),
  );
});

test("many edits at once are the same as one after the other", () => {
  const edit = fc.tuple(fc.constantFrom("a", "b", "__proto__", "dfs.replication"), fc.option(text, { nil: undefined }));
  const edits = fc.uniqueArray(edit, { selector: ([key]) => key });
  fc.assert(
    fc.property(settings, edits, (model, list) => {
      const site = createSite(model);
      const oneByOne = list.reduce((document, edit) => editSite(document, [edit]), site);
      expect(writeSite(editSite(site, list))).toBe(writeSite(oneByOne));
    }),
  );
});

test("merging takes the last value, unless a final came before it", () => {
  const small = fc.array(
    fc.record({
      name: fc.constantFrom("a", "b", "__proto__"),
      value: fc.option(text, { nil: undefined }),
      final: fc.boolean(),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(fc.array(small, { maxLength: 4 }), (models) => {
      const data: readonly (readonly PropertySetting[])[] = models.map((model) =>
        model.map(({ value, ...rest }) => (value === undefined ? rest : { ...rest, value })),
      );
      const { site, refused } = mergeSites(data.map((model) => createSite(model)));
      // Expands the text a second time, with the simple but slow algorithm of clients.
      const values = new Map<string, string>();
      const finals = new Set<string>();
      let late = 0;
      for (const one of data.flat()) {
        if (one.value !== undefined) {
          if (finals.has(one.name)) late++;
          else values.set(one.name, one.value);
        }
        if (one.final) finals.add(one.name);
      }
      expect(new Map([...site.settings.keys()].map((key) => [key, site.get(key)]))).toEqual(values);
      expect(new Set([...site.properties].filter(({ final }) => final).map((one) => one.name))).toEqual(finals);
      expect(refused.length).toBe(late);
    }),
    { numRuns: 1000 },
  );
});

test("merging one document with nothing, or with itself, changes nothing that counts", () => {
  fc.assert(
    fc.property(settings, (model) => {
      const site = createSite(model);
      const values = [...site.settings.values()].map(({ name: key, value }) => [key, value]);
      for (const sites of [[site], [createSite([]), site], [site, site]]) {
        expect([...mergeSites(sites).site.settings.values()].map(({ name: key, value }) => [key, value]).sort()).toEqual(values.sort());
      }
    }),
  );
});

function settingsOf(properties: readonly SiteProperty[]): readonly PropertySetting[] {
  return properties.map(({ line, start, end, ...data }) => data);
}
