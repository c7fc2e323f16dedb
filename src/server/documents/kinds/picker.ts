import type { ActionCode } from '#runtime/schema/action-codes.ts'
import type { PickerDocument } from '#runtime/schema/types.ts'
import { designRead } from '../check/constants.ts'
import type { ServerKind } from './contract.ts'
import { listCode } from './list.ts'
import { findSource } from './picked-source.ts'
import { grantProblems } from './proposed-grants.ts'

const listCodes = ({ title, perm }: Pick<PickerDocument, 'title' | 'perm'>): ActionCode[] =>
  perm === undefined ? [] : [{ code: perm, title }]

export const pickerKind: ServerKind<PickerDocument> = {
  kind: 'picker',
  problems: (document) => grantProblems(document, listCodes(document)),
  openCode(document, documents, can) {
    if (document.perm && can(document.perm)) return document.perm
    const source = findSource(documents, document)
    return source ? listCode(source.document) : designRead
  },
  indexEntry: ({ code }) => ({ components: [code], code }),
  async register({ document: { id, title, perm, roles } }, { permissions }) {
    const codes = listCodes({ title, perm })
    if (perm) await permissions.register({ owner: id, codes, listCode: perm, ...(roles && { roles }) })
  },
  // A picker has no menu entry, and its code stays.
  unregister: async () => undefined,
}
