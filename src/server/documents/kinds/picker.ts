import type { ActionCode } from '#runtime/schema/action-codes.ts'
import type { PickerDocument } from '#runtime/schema/types.ts'
import { designRead } from '../check/constants.ts'
import type { ServerKind } from './contract.ts'
import { listCode } from './list.ts'
import { findSource } from './picked-source.ts'
import { grantProblems } from './proposed-grants.ts'

const listCodes = ({ title, needs }: Pick<PickerDocument, 'title' | 'needs'>): ActionCode[] =>
  needs === undefined ? [] : [{ code: needs, title }]

export const pickerKind: ServerKind<PickerDocument> = {
  kind: 'picker',
  codes: listCodes,
  problems: (document) => grantProblems(document, listCodes(document)),
  openCode(document, documents, can) {
    if (document.needs && can(document.needs)) return document.needs
    const source = findSource(documents, document)
    return source ? listCode(source.document) : designRead
  },
  indexEntry: ({ code }) => ({ components: [code], code }),
  async register({ document: { id, title, needs, roles } }, { permissions }) {
    const codes = listCodes({ title, needs })
    if (needs) await permissions.register({ owner: id, codes, listCode: needs, ...(roles && { roles }) })
  },
  // A picker has no menu entry, and its code stays.
  unregister: async () => undefined,
}
