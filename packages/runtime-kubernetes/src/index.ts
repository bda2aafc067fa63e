export type { Connection } from "./api/connection.ts";
export { findConnection } from "./api/find-connection.ts";
export { fromKubeconfig } from "./api/kubeconfig.ts";
export { fromServiceAccount } from "./api/service-account.ts";
export { createKubernetesRuntime, type KubernetesRuntimeOptions } from "./kubernetes-runtime.ts";
export { type RoleRule, roleRules } from "./role.ts";
export { type InstalledService, type InstallOptions, installService } from "./service/install.ts";
export { roleObjects, type ServiceObject, type ServiceOptions, serviceObjects } from "./service/service-objects.ts";
export { type KubernetesSettings, kubernetesSettings } from "./settings.ts";
