export { yaml } from "@reeve/terminal";
