import type { StoredScreen } from '#runtime/schema/types.ts'
import type { AnyServerKind } from './kinds/contract.ts'
import { getServerKind, serverKinds } from './kinds/index.ts'
import type { RegistrationServices } from './kinds/registration-services.ts'
import type { RegistryEntry } from './library/registry.ts'

type Registered = Pick<RegistryEntry, 'id' | 'document' | 'overlay'>

/** Registers the server's parts of a document: menu entry, permission codes, dictionary, unique checks. */
export const registerDocument = (
  services: RegistrationServices,
  entry: Registered,
  screens: (id: string) => StoredScreen | undefined,
  kinds: readonly AnyServerKind[] = serverKinds,
): Promise<void> => getServerKind(entry.document, kinds).register(entry, services, screens)

/** Reverses `registerDocument`. Codes and grants stay, in case the document returns. */
export async function unregisterDocument(
  services: RegistrationServices,
  entry: Registered,
  kinds: readonly AnyServerKind[] = serverKinds,
): Promise<void> {
  forgetNames(services, entry, kinds)
  await getServerKind(entry.document, kinds).unregister(entry.id, services)
}

/** Removes the names of a changed document before it is registered again: it may have lost some of them. */
export const forgetNames = (
  services: RegistrationServices,
  entry: Registered,
  kinds: readonly AnyServerKind[] = serverKinds,
): void => getServerKind(entry.document, kinds).forgetNames?.(entry, services)
