import { defineKindPlan } from '../../kind-plan.ts'

export const ledgerPlan = defineKindPlan({
  name: 'ledger',
  title: '账',
  isPage: true,
  keepsBalances: true,
  hasSettings: true,
})
