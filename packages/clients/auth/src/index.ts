export type { Credentials, LoginAnswer, LoginContext, LoginSender, Token } from "./credentials.ts";
export { type PasswordOptions, password, type ServiceAccountOptions, serviceAccount } from "./login.ts";
export { type PrivateKey, pemText } from "./private-key.ts";
export { beforeCutSecret, REDACTED, redact, redactAll } from "./redact.ts";
export { type SharedCall, shareCall } from "./shared-call.ts";
export { token } from "./token.ts";
export { tokenCommand } from "./token-command.ts";
export { tokenFile, tokenFromEnvironment } from "./token-file.ts";
export { createTokenKeeper, type TokenKeeper, tokenRefusal } from "./token-keeper.ts";
