import { defineBlockPlan } from '../block-plan.ts'
import { bindFields, fieldsSetting, missingFields } from '../shown-fields.ts'
import type { DescriptionBlock } from './shape.ts'

export const descriptionPlan = defineBlockPlan<DescriptionBlock>({
  name: 'description',
  title: '说明',
  keys: ({ fields }) => fields,
  limit: () => 1,
  designer: {
    icon: 'profile',
    starter: { title: '说明', span: 12 },
    missing: missingFields,
    bind: bindFields,
    settings: (block, fields) => [fieldsSetting(block, fields)],
  },
})
