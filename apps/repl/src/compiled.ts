// What is done before the rest of the shell is loaded. Without other exports, importing this loads no other part of these packages.
export { keepCompiled } from "@reeve/profiles";
export { useOneFetch } from "@reeve/transport/node";
