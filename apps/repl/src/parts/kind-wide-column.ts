export { pictures } from "@reeve/pictures/wide-column";
export { createWideColumnClient as create } from "@reeve/wide-column-client";
export { wideColumnApi as api } from "@reeve/wide-column-models";
