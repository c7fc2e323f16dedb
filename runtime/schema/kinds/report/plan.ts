import { defineKindPlan, keyedFields } from '../../kind-plan.ts'

export const reportPlan = defineKindPlan({
  name: 'report',
  title: '报表',
  isPage: true,
  hasRecords: true,
  hasQuery: true,
  hasSettings: true,
  list: keyedFields,
})
