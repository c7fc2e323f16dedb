import { defineBlockPlan } from '../block-plan.ts'
import type { ResultBlock } from './shape.ts'

export const resultPlan = defineBlockPlan<ResultBlock>({
  name: 'result',
  title: '结果',
  permit(block, { can, fillAddress }) {
    const { links: all, ...rest } = block
    const links = all
      ?.filter(({ needs }) => !needs || can(needs))
      .map((link) => ({ ...link, href: fillAddress(link.href) }))
    return links && links.length > 0 ? { ...rest, links } : rest
  },
  designer: {
    icon: 'check-circle',
    starter: { title: '提交成功', span: 24 },
    missing: ({ status }) => (typeof status === 'string' ? undefined : '请在右边选结果'),
  },
})
