import { Link } from 'react-router-dom'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { BlockFrame } from '../../BlockFrame.tsx'

/** Links to other pages. */
export const LinksBlock = ({ block }: { block: Block<'links'> }) => (
  <BlockFrame title={block.title} href={block.href}>
    <ul className="pro-ways">
      {block.links.map(({ title, href }) => (
        <li key={href + title}>
          <Link to={href}>{title}</Link>
        </li>
      ))}
    </ul>
  </BlockFrame>
)
