import { defineKindPlan, keyedFields } from '../../kind-plan.ts'

export const formPlan = defineKindPlan({
  name: 'form',
  title: '表单',
  isPage: true,
  hasForm: true,
  submitsForm: true,
  hasSettings: true,
  list: keyedFields,
})
