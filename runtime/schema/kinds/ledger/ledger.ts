import { collectProblems } from '../../checks/report.ts'
import { pageClaims } from '../claims.ts'
import { defineDocumentKind } from '../contract.ts'
import { publicParts } from '../public-parts.ts'
import { checkLedger } from './check.ts'
import { ledgerPlan } from './plan.ts'
import { LedgerDocument } from './shape.ts'
import { ledgerStarter } from './starter.ts'

/** Ledgers: what moves of bills post, the balance of it, and what the balance may not fall below. */
export const ledgerKind = defineDocumentKind<LedgerDocument>({
  ...ledgerPlan,
  otherNames: 'account journal stock balance 台账 库存账',
  shape: ({ plain }) => plain(LedgerDocument),
  check: (document, context) =>
    collectProblems(document, (report) => checkLedger(document, context, report), context.refer),
  publicView: (document) => publicParts(document),
  names: (document) => ({ claims: pageClaims(document) }),
  migrate: [undefined, undefined],
  starter: ledgerStarter,
  settings: { without: [] },
})
