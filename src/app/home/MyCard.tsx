import { Link } from 'react-router-dom'
import type { Block } from '#runtime/compile/panel.ts'
import { BlockBody, BlockFrame } from '#runtime/screens/panel/BlockFrame.tsx'
import { useBlock } from '#runtime/screens/panel/useBlock.ts'
import { Avatar } from '../shell/Avatar.tsx'
import './my-card.css'

const said = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(String).join('、')
    : value === null || value === undefined
      ? ''
      : String(value)

/** The user's card: picture, name, self-description, and account data. */
export function MyCard({ block }: { block: Block<'description'> }) {
  const own = useBlock(block)
  const me = own.data?.records[0]
  return (
    <BlockFrame title={block.title} tools={<Link to="/account/settings/BaseSetting">编辑</Link>}>
      <BlockBody block={own}>
        {me && (
          <div className="my-card">
            <Avatar name={said(me.realname)} path={said(me.avatar)} />
            <h3>{said(me.realname)}</h3>
            <p>{said(me.bio) || `账号 ${said(me.username)}`}</p>
            <dl>
              {block.fields.map((key) => (
                <div key={key}>
                  <dt>{block.titles?.[key] ?? key}</dt>
                  <dd>{said(me[key]) || <span className="pro-none">—</span>}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </BlockBody>
    </BlockFrame>
  )
}
