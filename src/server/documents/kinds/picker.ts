import type { ActionCode } from '#runtime/schema/action-codes.ts'
import type { PickerDocument } from '#runtime/schema/types.ts'
import { designRead } from '../check/constants.ts'
import type { ServerKind } from './contract.ts'
import { listCode } from './list.ts'
import { sourceOf } from './picked-source.ts'
import { grantProblems } from './proposed-grants.ts'

const codesOf = ({ title, perm }: Pick<PickerDocument, 'title' | 'perm'>): ActionCode[] =>
  perm === undefined ? [] : [{ code: perm, title }]

export const pickerKind: ServerKind<PickerDocument> = {
  kind: 'picker',
  problems: (document) => grantProblems(document, codesOf(document)),
  openCode(document, documents, can) {
    if (document.perm && can(document.perm)) return document.perm
    const source = sourceOf(documents, document)
    return source ? listCode(source.document) : designRead
  },
  indexEntry: ({ code }) => ({ components: [code], code }),
  async register({ document: { id, title, perm, roles } }, { permissions }) {
    const codes = codesOf({ title, perm })
    if (perm) await permissions.register({ owner: id, codes, listCode: perm, ...(roles && { roles }) })
  },
  // A picker has no menu entry, and its code stays.
  unregister: async () => undefined,
}
