import { defineKindPlan, typedBlocks } from '../../kind-plan.ts'

export const printPlan = defineKindPlan({
  name: 'print',
  title: '打印模板',
  printsRecords: true,
  hasSettings: true,
  list: typedBlocks,
})
