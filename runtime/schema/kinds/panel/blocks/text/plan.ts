import { defineBlockPlan } from '../block-plan.ts'
import type { StatisticBlock } from '../statistic/shape.ts'
import type { TextBlock } from './shape.ts'

export type TextFigure = NonNullable<TextBlock['figures']>[number]

/** A figure of a text as the statistic that requests it. */
export const figureBlock = ({ key, ...figure }: TextFigure): StatisticBlock => ({
  type: 'statistic',
  title: key,
  ...figure,
})

export const textPlan = defineBlockPlan<TextBlock>({
  name: 'text',
  title: '文字',
  // A text whose figures are all hidden says nothing.
  permit(block, { hasSource }) {
    const figures = block.figures?.filter(({ source }) => hasSource(source))
    return figures?.length === 0 ? null : figures ? { ...block, figures } : block
  },
  designer: {
    icon: 'file-text',
    starter: { span: 12, text: '在右边写文字' },
    missing: ({ text }) => (typeof text === 'string' ? undefined : '请在右边写文字'),
  },
})
