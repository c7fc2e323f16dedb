import { required, withUse } from '../../../../language/property.ts'
import { type BlockOf, defineBlockShape } from '../block-shape.ts'
import { checkLinks } from '../check-link.ts'
import { head, href, links, needs, widget } from '../parts.ts'

export const linksShape = defineBlockShape({
  name: 'links',
  shape: {
    ...head,
    widget,
    needs,
    links: withUse({ isCommon: true }, required(...links)),
    href,
  },
  check: checkLinks,
})

export type LinksBlock = BlockOf<typeof linksShape>
