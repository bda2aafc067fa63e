// A file of its own, so that nothing else of the package is loaded with it.
export { keepCompiled } from "@reeve/profiles";
