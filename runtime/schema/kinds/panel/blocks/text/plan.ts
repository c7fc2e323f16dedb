import { defineBlockPlan } from '../block-plan.ts'
import type { TextBlock } from './shape.ts'

export const textPlan = defineBlockPlan<TextBlock>({
  name: 'text',
  title: '文字',
  designer: {
    icon: 'file-text',
    starter: { span: 12, text: '在右边写文字' },
    missing: ({ text }) => (typeof text === 'string' ? undefined : '请在右边写文字'),
  },
})
