import { isJsonObject } from '#runtime/kernel/json.ts'
import { DEFAULT_ROWS, defineBlockPlan } from '../block-plan.ts'
import { bindFields, fieldsSetting, missingFields } from '../shown-fields.ts'
import type { TableBlock } from './shape.ts'

export const tablePlan = defineBlockPlan<TableBlock>({
  name: 'table',
  title: '表',
  keys: ({ cross, fields = [] }) => (cross ? [...cross.rows, ...cross.columns, cross.value] : fields),
  groups: ({ cross }) =>
    cross
      ? {
          by: [...cross.rows, ...cross.columns],
          sums: [cross.value],
          ...(cross.dateUnit && { unit: cross.dateUnit }),
        }
      : null,
  limit: ({ cross }) => (cross ? null : DEFAULT_ROWS),
  designer: {
    icon: 'table',
    starter: { title: '表', span: 12 },
    missing: (block) => (isJsonObject(block.cross) ? undefined : missingFields(block)),
    bind: (block, fields) => (isJsonObject(block.cross) ? block : bindFields(block, fields)),
    settings: (block, fields) => (block.cross ? [] : [fieldsSetting(block, fields)]),
  },
})
