import { defineKindPlan } from '../../kind-plan.ts'

export const dictPlan = defineKindPlan({
  name: 'dict',
  title: '字典',
  hasChoices: true,
  isNamedByFields: true,
  hasSettings: true,
})
