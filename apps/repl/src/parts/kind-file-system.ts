export { createFileSystemClient as create } from "@reeve/file-system-client";
export { fileSystemApi as api } from "@reeve/file-system-models";
export { pictures } from "@reeve/pictures/file-system";
