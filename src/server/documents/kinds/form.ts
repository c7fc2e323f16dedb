import type { FormDocument } from '#runtime/schema/types.ts'
import type { ServerKind } from './contract.ts'
import { registerPage } from './page.ts'

export const formKind: ServerKind<FormDocument> = {
  kind: 'form',
  openCode: ({ perm = null }) => perm,
  indexEntry: ({ id, component = [] }) => ({ components: [id, ...component] }),
  register: ({ document }, services) => registerPage(document, services),
  unregister: (id, { permissions }) => permissions.retire(id),
}
