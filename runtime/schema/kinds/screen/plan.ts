import { defineKindPlan, keyedFields } from '../../kind-plan.ts'

export const screenPlan = defineKindPlan({
  name: 'screen',
  title: '界面',
  isPage: true,
  hasRecords: true,
  hasForm: true,
  hasTable: true,
  hasSettings: true,
  list: keyedFields,
})
