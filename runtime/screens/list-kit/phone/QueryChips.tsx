import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { QueryItem } from '#runtime/compile/plan.ts'
import { dictQuery } from '#runtime/data/dict.ts'
import { hasAdvancedQuery, withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { useConditions } from '../query/useConditions.ts'
import { conditionsWithout } from '../query/without-item.ts'
import type { List } from '../useList.ts'
import { QuerySheet, type Search, Sheet } from './QuerySheet.tsx'

const ViewChip = lazyPart(async () => (await import('./ViewChip.tsx')).ViewChip)

/** The number of choices that have a chip before they are set. */
const MAX_CHOICE_CHIPS = 2

interface Props {
  list: List
  search: Search
  /** The category tree of the list. */
  side?: ReactNode
  /** The saved queries are views of the list. */
  hasViews?: boolean
}

/** The query of a phone's list: a chip for the category, for each condition, for the first choices, and for the views. */
export function QueryChips({ list, search, side, hasViews }: Props) {
  const [sheet, setSheet] = useState<'tree' | 'query' | QueryItem | null>(null)
  const close = () => setSheet(null)
  const conditions = useConditions(list)
  const { tree } = list.state
  // A node of the tree was chosen: the list shows its records.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the node changes
  useEffect(close, [tree])
  const unset = search.items.filter(
    (item) => !item.folded && !conditions.some((condition) => condition.item.key === item.key),
  )
  const choices = unset.filter(({ type }) => type.designer.group === 'choice').slice(0, MAX_CHOICE_CHIPS)
  const { sideTree } = list.plan
  const hasTree = sideTree !== undefined && side !== undefined
  const unsaved = hasAdvancedQuery(search.conditions) && (
    <span className="pro-chip">
      <span>高级查询</span>
      <button
        type="button"
        aria-label="清除高级查询"
        onClick={() => search.onSearch(withoutAdvancedQuery(search.conditions))}
      >
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
  return (
    <div className="pro-chips">
      {hasTree && <TreeChip list={list} onOpen={() => setSheet('tree')} />}
      {conditions.map(({ item, text }) => (
        <Chip
          key={item.key}
          title={item.title}
          text={text}
          onOpen={() => setSheet(item)}
          onRemove={() => search.onSearch(conditionsWithout(search.conditions, item))}
        />
      ))}
      {!hasViews && unsaved}
      {choices.map((item) => (
        <Chip key={item.key} title={item.title} onOpen={() => setSheet(item)} />
      ))}
      {search.items.length > 0 && <Button onClick={() => setSheet('query')}>筛选</Button>}
      {hasViews && (
        <Suspense fallback={unsaved}>
          <ViewChip list={list} unsaved={unsaved} />
        </Suspense>
      )}
      {sheet === 'tree' && (
        <Sheet title={sideTree?.title ?? '分类'} onClose={close}>
          {side}
        </Sheet>
      )}
      {sheet !== null && sheet !== 'tree' && (
        <QuerySheet item={sheet === 'query' ? undefined : sheet} search={search} onClose={close} />
      )}
    </div>
  )
}

/** The chosen category, or the title of the tree. */
function TreeChip({ list, onOpen }: { list: List; onOpen(): void }) {
  const { http } = useServices()
  const { sideTree } = list.plan
  const { tree } = list.state
  const nodes = useQuery({ ...dictQuery(http, sideTree?.dictCode ?? ''), enabled: tree !== undefined })
  const title = sideTree?.title ?? '分类'
  const name = nodes.data?.find(({ value }) => value === tree)?.text
  return (
    <Chip
      title={title}
      text={tree === undefined ? undefined : (name ?? tree)}
      onOpen={onOpen}
      onRemove={() => list.change({ tree: undefined, pageNo: 1 })}
    />
  )
}

interface ChipProps {
  title: string
  /** The text of the condition; absent while there is none. */
  text?: string
  onOpen(): void
  onRemove?(): void
}

function Chip({ title, text, onOpen, onRemove }: ChipProps) {
  if (text === undefined)
    return (
      <Button icon={<DownOutlined aria-hidden />} iconPosition="end" aria-haspopup="dialog" onClick={onOpen}>
        {title}
      </Button>
    )
  return (
    <span className="pro-chip">
      <button type="button" aria-haspopup="dialog" onClick={onOpen}>
        {title} {text}
      </button>
      <button type="button" aria-label={`去掉 ${title}`} onClick={onRemove}>
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}
