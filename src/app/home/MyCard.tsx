import { Link } from 'react-router-dom'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { BlockBody, BlockFrame } from '#runtime/screens/panel/BlockFrame.tsx'
import { useBlock } from '#runtime/screens/panel/useBlock.ts'
import { Avatar } from '../shell/header/Avatar.tsx'
import './my-card.css'

const printValue = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(String).join('、')
    : value === null || value === undefined
      ? ''
      : String(value)

/** The user's card: picture, name, self-description, and account data. */
export function MyCard({ block }: { block: Block<'description'> }) {
  const ownBlock = useBlock(block)
  const me = ownBlock.data?.records[0]
  return (
    <BlockFrame title={block.title} tools={<Link to="/account/settings/BaseSetting">编辑</Link>}>
      <BlockBody block={ownBlock}>
        {me && (
          <div className="app-my-card">
            <Avatar name={printValue(me.realname)} path={printValue(me.avatar)} />
            <h3>{printValue(me.realname)}</h3>
            <p>{printValue(me.bio) || `账号 ${printValue(me.username)}`}</p>
            <dl>
              {block.fields.map((key) => (
                <div key={key}>
                  <dt>{block.titles?.[key] ?? key}</dt>
                  <dd>{printValue(me[key]) || <span className="pro-none">—</span>}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </BlockBody>
    </BlockFrame>
  )
}
