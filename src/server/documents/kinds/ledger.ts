import { getPerm } from '#runtime/schema/derive.ts'
import type { LedgerDocument } from '#runtime/schema/kinds/ledger/shape.ts'
import { designRead, getPath } from '../check/constants.ts'
import type { ServerKind } from './contract.ts'
import { pageIndexEntry } from './list.ts'
import { grantProblems } from './proposed-grants.ts'

export const ledgerKind: ServerKind<LedgerDocument> = {
  kind: 'ledger',
  problems: (document) => grantProblems(document, [{ code: document.needs, title: document.title }]),
  dependencies: ({ balance }) => [balance],
  // Those who may list the balance may ask for it as of a day.
  openCode({ balance }, documents) {
    const screen = documents.screen(balance)
    return screen ? `${getPerm(screen.document)}:list` : designRead
  },
  indexEntry: pageIndexEntry,
  async register({ document: { id, title, needs, roles, menu, balance } }, { permissions }, screens) {
    if (!menu) await permissions.retire(id)
    const screen = screens(balance)
    const entry = menu && { id, title, path: getPath(id), component: id, ...menu }
    await permissions.register({
      owner: id,
      codes: [{ code: needs, title: `${title}结账` }],
      listCode: screen ? `${getPerm(screen)}:list` : needs,
      ...(entry && { menu: entry }),
      ...(roles && { roles }),
    })
  },
  unregister: (id, { permissions }) => permissions.retire(id),
}
