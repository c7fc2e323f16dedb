import { Button } from 'antd'
import { useState } from 'react'
import { isSameJson } from '#runtime/kernel/json.ts'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import type { EnhancementList, Version } from './api.ts'
import { enhancementLines } from './enhancement-words.ts'

interface Props {
  versions: readonly Version[]
  /** The value in the draft; undefined: none. */
  current: unknown
  list: EnhancementList
  onRestore(value: unknown): void
}

/** The released states of one choice, the latest first, each compared with the draft on request. */
export function EnhancementHistory({ versions, current, list, onRestore }: Props) {
  const [compared, setCompared] = useState<number | null>(null)
  if (versions.length === 0)
    return <StateNote title="还没有历史" text="每发布一次改动，这里多一个版本，最多留 16 个。" />
  return (
    <ul className="view-design-revisions">
      {versions.map(({ revision: { revision, author, createTime, note }, value }) => (
        <li key={revision}>
          <div>
            <b>第 {revision} 版</b>
            <span>
              {author} {createTime.slice(0, 16)}
            </span>
            <span className="pro-gap" />
            <Button
              type="link"
              size="small"
              aria-expanded={compared === revision}
              onClick={() => setCompared(compared === revision ? null : revision)}
            >
              {compared === revision ? '收起' : '对比'}
            </Button>
            <Button
              type="link"
              size="small"
              disabled={isSameJson(value, current)}
              onClick={() => onRestore(value)}
            >
              恢复
            </Button>
          </div>
          {note && <p>{note}</p>}
          {compared === revision && (
            <div className="view-design-compared">
              <Lines title="草稿里" value={current} list={list} />
              <Lines title={`第 ${revision} 版`} value={value} list={list} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

interface LinesProps {
  title: string
  value: unknown
  list: EnhancementList
}

function Lines({ title, value, list }: LinesProps) {
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      {enhancementLines(value, list).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}
