import type { LedgerDocument } from '#runtime/schema/kinds/ledger/shape.ts'
import { designRead } from '../check/constants.ts'
import type { ServerKind } from './contract.ts'

export const ledgerKind: ServerKind<LedgerDocument> = {
  kind: 'ledger',
  // The screens of a ledger show its records; the ledger itself says how they are kept.
  openCode: () => designRead,
  indexEntry: () => ({ components: [] }),
  async register({ document: { id, title, needs, roles } }, { permissions }) {
    await permissions.register({
      owner: id,
      codes: [{ code: needs, title: `${title}结账` }],
      listCode: needs,
      ...(roles && { roles }),
    })
  },
  unregister: (id, { permissions }) => permissions.retire(id),
}
