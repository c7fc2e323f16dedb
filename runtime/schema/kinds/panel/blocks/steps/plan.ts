import { defineBlockPlan, fieldOptions, hasMembers, isField } from '../block-plan.ts'
import type { StepsBlock } from './shape.ts'

export const stepsPlan = defineBlockPlan<StepsBlock>({
  name: 'steps',
  title: '步骤',
  keys: ({ state, steps }) => [...new Set([state, ...steps.flatMap(({ note }) => note ?? [])])],
  limit: () => 1,
  designer: {
    icon: 'unordered-list',
    starter: { title: '进度', span: 24, steps: [{ title: '待审核' }, { title: '已审核' }] },
    missing: ({ state, steps }) =>
      typeof state !== 'string'
        ? '请在右边选到哪一步的字段'
        : hasMembers(steps)
          ? undefined
          : '请在右边写各步',
    bind: (block, fields) => (isField(block.state, fields) ? block : { ...block, state: fields[0]?.key }),
    settings: (block, fields) => [
      {
        kind: 'one',
        label: '到哪一步',
        options: fieldOptions(fields),
        value: typeof block.state === 'string' ? block.state : undefined,
        change: (value) => ({ ...block, state: value }),
      },
    ],
  },
})
