import { DEFAULT_ROWS, defineBlockPlan, fieldOptions, isField, type SourceField } from '../block-plan.ts'
import type { TimelineBlock } from './shape.ts'

/** Every screen keeps it, though it is no field of the document. */
const created: SourceField = { key: 'createTime', title: '创建时间', isNumber: false }

export const timelinePlan = defineBlockPlan<TimelineBlock>({
  name: 'timeline',
  title: '时间线',
  keys: ({ time, label, tag, notes = [], href = '' }) => [
    ...new Set([
      ...[time, label, ...(tag ? [tag] : []), ...notes],
      // The link of each record may name further fields.
      ...[...href.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key),
    ]),
  ],
  limit: () => DEFAULT_ROWS,
  sort: ({ time }) => `-${time}`,
  designer: {
    icon: 'history',
    starter: { title: '近期动态', span: 12 },
    missing: ({ time, label }) =>
      typeof time === 'string' && typeof label === 'string' ? undefined : '请在右边选时间和文字',
    bind(block, fields) {
      const all = [...fields, created]
      const { tag, notes, ...rest } = block
      return {
        ...rest,
        time: isField(block.time, all) ? block.time : created.key,
        label: isField(block.label, fields) ? block.label : fields[0]?.key,
        ...(isField(tag, fields) && { tag }),
      }
    },
    settings: (block, fields) =>
      (['time', 'label'] as const).map((word) => ({
        kind: 'one',
        label: { time: '时间', label: '文字' }[word],
        options: fieldOptions(word === 'time' ? [...fields, created] : fields),
        value: typeof block[word] === 'string' ? block[word] : undefined,
        change: (key) => ({ ...block, [word]: key }),
      })),
  },
})
