import { ReeveError } from "@reeve/contract";
import type { KubernetesObject } from "../api/objects.ts";
import { SERVICE_NAME, STATE_CLAIM } from "./names.ts";
import { isSameSize, type ServiceSettings, STORAGE_SIZE } from "./service-settings.ts";

/** The fields of the service's stateful set from which its settings are read. */
export interface ServiceSet extends KubernetesObject {
  readonly spec?: {
    readonly template?: {
      readonly spec?: {
        readonly securityContext?: { readonly runAsUser?: number };
        readonly imagePullSecrets?: readonly { readonly name: string }[];
        readonly volumes?: readonly { readonly secret?: { readonly secretName: string } }[];
      };
    };
    readonly volumeClaimTemplates?: readonly ClaimTemplate[];
  };
}

interface ClaimTemplate {
  readonly spec?: {
    readonly storageClassName?: string;
    readonly resources?: { readonly requests?: { readonly storage?: string } };
  };
}

/**
 * The settings with which the service is installed. The next installation keeps those that it is not given: the API server refuses every
 * change of a claim template, and another user may not be able to read the service's volume.
 */
export function installedSettings({ spec }: ServiceSet): ServiceSettings {
  const { securityContext, imagePullSecrets = [] } = spec?.template?.spec ?? {};
  const claim = spec?.volumeClaimTemplates?.[0]?.spec;
  const storage = claim?.resources?.requests?.storage;
  const [pullSecret] = imagePullSecrets;
  return {
    ...(claim?.storageClassName !== undefined && { storageClass: claim.storageClassName }),
    ...(storage !== undefined && { storage }),
    user: securityContext?.runAsUser ?? 0,
    ...(pullSecret && { pullSecret: pullSecret.name }),
  };
}

/** The next installation's settings: the given, else the installed ones. Refuses changes of the claim, which is fixed. */
export function mergedSettings(installed: ServiceSettings, { storageClass, storage, user, pullSecret }: ServiceSettings): ServiceSettings {
  if (storageClass !== undefined && storageClass !== installed.storageClass)
    throw fixed(
      "storage class",
      installed.storageClass ?? "the cluster's default",
      storageClass,
      `; if the service has no state yet, for example because there is no such class, delete the stateful set ${SERVICE_NAME} and the claim ${STATE_CLAIM}, and install again`,
    );
  if (storage !== undefined && !isSameSize(storage, installed.storage ?? STORAGE_SIZE))
    throw fixed("size", installed.storage ?? STORAGE_SIZE, storage, `; to enlarge it, change the size in the claim ${STATE_CLAIM} itself`);
  return { ...installed, ...(user !== undefined && { user }), ...(pullSecret !== undefined && { pullSecret }) };
}

function fixed(what: string, installed: string, value: string, more: string): ReeveError {
  return new ReeveError(
    "conflict",
    `the ${what} of the claim for the service's state is ${installed} and cannot become ${value}, because Kubernetes fixes it at the first installation: leave it out to keep the claim${more}`,
  );
}

/** Whether the service was installed with files. Otherwise there is no secret, and no permission for secrets is needed. */
export function mountsSecret({ spec }: ServiceSet): boolean {
  return (spec?.template?.spec?.volumes ?? []).some(({ secret }) => secret?.secretName === SERVICE_NAME);
}
