import type { LedgerDocument } from '#runtime/schema/kinds/ledger/shape.ts'
import { designRead } from '../check/constants.ts'
import type { ServerKind } from './contract.ts'
import { listCode, pageIndexEntry } from './list.ts'
import { pageCodes, pageGrantProblems, registerPage } from './page.ts'

export const ledgerKind: ServerKind<LedgerDocument> = {
  kind: 'ledger',
  codes: pageCodes,
  problems: pageGrantProblems,
  dependencies: ({ balance, breakdown }) => [balance, ...(breakdown ? [breakdown.screen] : [])],
  // Those who may list the balance may ask for it as of a day.
  openCode({ balance }, documents) {
    const screen = documents.screen(balance)
    return screen ? listCode(screen.document) : designRead
  },
  indexEntry: pageIndexEntry,
  register({ document }, services, screens) {
    const balance = screens(document.balance)
    const codes = { codeTitle: `${document.title}结账`, listCode: balance && listCode(balance) }
    return registerPage(document, services, codes)
  },
  unregister: (id, { permissions }) => permissions.retire(id),
}
