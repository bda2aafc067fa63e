/**
 * Loads a part of the shell when it is first needed, at once and not as a promise: what is typed next may already use it. The parts lie beside
 * this file, as sources and as what is built.
 */
export function load<Part>(
  part: "where" | "yaml" | "live" | "kind-broker" | "kind-wide-column" | "kind-file-system",
): Part {
  const from = import.meta.url;
  const require = process.getBuiltinModule("node:module").createRequire(from);
  return require(`./${part}${from.slice(from.lastIndexOf("."))}`) as Part;
}
