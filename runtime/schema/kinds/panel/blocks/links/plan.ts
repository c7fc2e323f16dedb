import { defineBlockPlan, hasMembers } from '../block-plan.ts'
import type { LinksBlock } from './shape.ts'

export const linksPlan = defineBlockPlan<LinksBlock>({
  name: 'links',
  title: '链接',
  permit(block, { can, fillAddress }) {
    const links = block.links.filter(({ needs }) => !needs || can(needs))
    return links.length > 0
      ? { ...block, links: links.map((link) => ({ ...link, href: fillAddress(link.href) })) }
      : null
  },
  designer: {
    icon: 'link',
    starter: { title: '常用', span: 12 },
    missing: ({ links }) => (hasMembers(links) ? undefined : '请在右边加链接'),
  },
})
