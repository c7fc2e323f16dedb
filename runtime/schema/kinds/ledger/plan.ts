import { defineKindPlan } from '../../kind-plan.ts'

export const ledgerPlan = defineKindPlan({
  name: 'ledger',
  title: '账',
  keepsBalances: true,
  hasSettings: true,
})
