import Type from 'typebox'
import { listObjectEntries } from '#runtime/kernel/json.ts'
import { Code, closed, Text } from '../../../../language/base.ts'
import { optional, required, withUse } from '../../../../language/property.ts'
import { type BlockOf, defineBlockShape } from '../block-shape.ts'
import { checkLink } from '../check-link.ts'
import { Href, head, href, needs, widget } from '../parts.ts'

const Link = Type.Object(
  {
    title: required('名称', '链接的字', '入库', Text),
    needs: optional('权限编码', '没有此权限的人看不到', 'stock:in:list', Code),
    href: required('地址', '点开哪一页；{user.username} 换成自己的账号', '/stock/in-bill', Href),
  },
  closed,
)

export const linksShape = defineBlockShape({
  name: 'links',
  shape: {
    ...head,
    widget,
    needs,
    links: withUse(
      { isCommon: true },
      required(
        '入口',
        '几个链接，点开各到一页',
        [{ title: '入库', href: '/stock/in-bill' }],
        Type.Array(Link, { minItems: 1 }),
      ),
    ),
    href,
  },
  check({ links }, context) {
    for (const [at, { href }] of listObjectEntries(links))
      checkLink(context, [...context.path, 'links', at, 'href'], href, false)
  },
})

export type LinksBlock = BlockOf<typeof linksShape>
