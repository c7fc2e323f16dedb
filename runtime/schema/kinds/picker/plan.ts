import { defineKindPlan } from '../../kind-plan.ts'

export const pickerPlan = defineKindPlan({
  name: 'picker',
  title: '选择器',
  designerTitle: '选择窗口',
  picksRecords: true,
  isNamedByFields: true,
  hasSettings: true,
  list: { key: 'fields', isMember: (member) => typeof member === 'string' },
})
