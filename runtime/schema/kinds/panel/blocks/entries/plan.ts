import { defineBlockPlan, hasMembers } from '../block-plan.ts'
import type { EntriesBlock } from './shape.ts'

export const entriesPlan = defineBlockPlan<EntriesBlock>({
  name: 'entries',
  title: '待办',
  permit(block, { can, hasSource }) {
    const sources = block.sources.filter(
      ({ screen, needs }) => (!needs || can(needs)) && hasSource({ screen }),
    )
    return sources.length > 0 ? { ...block, sources } : null
  },
  designer: {
    icon: 'audit',
    starter: { title: '待办', span: 12 },
    missing: ({ sources }) => (hasMembers(sources) ? undefined : '请在右边加来源的界面'),
  },
})
