// This file has only this export, so that importing it loads no other part of the package.
export { keepCompiled } from "@reeve/profiles";
