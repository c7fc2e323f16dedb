import type { PickerDocument } from '#runtime/schema/types.ts'
import { designRead } from '../constants.ts'
import type { ServerKind } from './contract.ts'
import { listCode } from './list.ts'
import { sourceOf } from './picked-source.ts'

export const pickerKind: ServerKind<PickerDocument> = {
  kind: 'picker',
  openCode(document, documents, can) {
    if (document.perm && can(document.perm)) return document.perm
    const source = sourceOf(documents, document)
    return source ? listCode(source.document) : designRead
  },
  indexEntry: ({ code }) => ({ components: [code], code }),
  async register({ document: { id, title, perm } }, { permissions }) {
    if (perm) await permissions.register({ owner: id, codes: [{ code: perm, title }], listCode: perm })
  },
  // A picker has no menu entry, and its code stays.
  unregister: async () => undefined,
}
