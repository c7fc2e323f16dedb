import { useRef, useState } from 'react'
import { countText } from '#runtime/data/list-source.ts'
import { type DraftGroup, fromDraft, toDraft } from '#runtime/rules/advanced-query/draft.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import {
  isIncomplete,
  joinParams,
  normalizeQuery,
  toQueryParams,
} from '#runtime/rules/advanced-query/read.ts'
import type { DrawValue } from './ConditionRow.tsx'
import type { QueriedFields } from './fields.ts'
import { GroupEditor } from './GroupEditor.tsx'
import { useHitCount } from './useHitCount.ts'
import { useSentence } from './useSentence.ts'

interface Props {
  /** The query at first; another one needs another `key`. */
  initial: ConditionGroup
  fields: QueriedFields
  /** The list whose records are counted, and its conditions besides the query; without it none are. */
  url?: string
  conditions?: Readonly<Record<string, string>>
  drawValue?: DrawValue
  onChange(query: ConditionGroup): void
}

/** The editor of an advanced query, with its sentence and the number of records that it finds. */
export function QueryBuilder({ initial, fields, url, conditions = {}, drawValue, onChange }: Props) {
  const lastId = useRef(0)
  const newId = () => {
    lastId.current += 1
    return lastId.current
  }
  const [draft, setDraft] = useState<DraftGroup>(() => toDraft(initial, newId))
  const query = fromDraft(draft)
  const change = (next: DraftGroup) => {
    setDraft(next)
    onChange(fromDraft(next))
  }
  const isUnknown = isIncomplete(query)
  const params =
    isUnknown || url === undefined
      ? null
      : joinParams(conditions, { ...toQueryParams(normalizeQuery(query)) })
  const count = useHitCount(url ?? '', params)
  const sentence = useSentence(query, fields)
  return (
    <>
      <GroupEditor
        group={draft}
        fields={fields}
        depth={1}
        drawValue={drawValue}
        newId={newId}
        onChange={change}
      />
      <p className="pro-advanced-sentence" aria-live="polite">
        {sentence || '还没有条件'}
        {!isUnknown && count && <span>，找到 {countText(count)} 条记录</span>}
      </p>
    </>
  )
}
