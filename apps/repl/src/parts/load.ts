/**
 * Loads a part of the shell on first use. Loading is synchronous, because the next input may already need the part. In the sources and in
 * the bundle, the parts are in the folder of this file.
 */
export function load<Part>(part: "where" | "yaml" | "live" | "typed-line" | "kind-broker" | "kind-wide-column" | "kind-file-system"): Part {
  const from = import.meta.url;
  const require = process.getBuiltinModule("node:module").createRequire(from);
  return require(`./${part}${from.slice(from.lastIndexOf("."))}`) as Part;
}
