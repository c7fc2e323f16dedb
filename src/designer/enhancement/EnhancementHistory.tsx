import { Button } from 'antd'
import { useState } from 'react'
import { isSameJson } from '#runtime/kernel/json.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import type { EnhancementList, Version } from '../enhancements.ts'
import { RevisionItem } from '../release/RevisionItem.tsx'
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
      {versions.map(({ revision: released, value }) => (
        <RevisionItem
          key={released.revision}
          revision={released}
          isOpen={compared === released.revision}
          openText="对比"
          onToggle={() => setCompared(compared === released.revision ? null : released.revision)}
          actions={
            <Button
              type="link"
              size="small"
              disabled={isSameJson(value, current)}
              onClick={() => onRestore(value)}
            >
              恢复
            </Button>
          }
        >
          <div className="view-design-compared">
            <Lines title="草稿里" value={current} list={list} />
            <Lines title={`第 ${released.revision} 版`} value={value} list={list} />
          </div>
        </RevisionItem>
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
