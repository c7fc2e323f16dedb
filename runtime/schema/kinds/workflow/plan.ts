import { isJsonObject } from '#runtime/kernel/json.ts'
import { defineKindPlan } from '../../kind-plan.ts'

export const workflowPlan = defineKindPlan({
  name: 'workflow',
  title: '流程',
  leadsRecords: true,
  hasSettings: true,
  list: {
    key: 'steps',
    isMember: (member: unknown) => isJsonObject(member) && typeof member.key === 'string',
  },
})
