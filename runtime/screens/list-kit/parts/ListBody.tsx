import { type ReactNode, Suspense } from 'react'
import type { ListRow } from '#runtime/data/list-source.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { ListContent, ListFailure } from '../ListStates.tsx'
import { pinnedKeys } from '../list-memory.ts'
import { Entries, GroupedEntries } from '../phone/lazy-parts.ts'
import { ListPager } from '../table/ListPager.tsx'
import { ListTable } from '../table/ListTable.tsx'
import { totalsText } from '../table/PageTotals.tsx'
import { useListContext } from './list-context.tsx'

const GroupedTable = lazyPart(async () => (await import('../table/groups/GroupedTable.tsx')).GroupedTable)

/** The place of the records, and a strip below them after a failed request. */
export function ListBody({ children }: { children: ReactNode }) {
  const { list, measure } = useListContext()
  return (
    <>
      <div className="pro-body" ref={measure} aria-busy={list.isLoading || list.isRefreshing}>
        {children}
      </div>
      {list.error !== null && list.rows.length > 0 && <ListFailure list={list} strip />}
    </>
  )
}

interface Props {
  /** The message after a failed request, instead of the default one. */
  failure?: string
  /** A click on a row selects only that row. */
  isSteady?: boolean
  /** Only the rows at their natural height. */
  isBare?: boolean
}

/** The rows of a table, on a phone entries, or the reason why there are none. */
export function ListRows({ failure, isSteady, isBare }: Props) {
  const { list, actions, columns, inner, rowExtras, narrow, ...shared } = useListContext()
  const { memory, drawn, size, whole, isBeside, isSelecting, setSelecting } = shared
  const { plan, state } = list
  const group = plan.columns.find(({ key }) => key === state.group)
  const rows = { list, actions, columns, inner, rowExtras }
  const table = {
    ...rows,
    density: memory.density,
    pinned: pinnedKeys(columns, memory),
    drawn,
    width: size.width,
    height: isBare ? 0 : size.height,
    whole: isBeside || isBare ? whole : undefined,
    isBeside,
    onRow: isSteady ? (row: ListRow) => list.select([row.id]) : undefined,
  }
  const entries = {
    ...rows,
    hasBoxes: isSteady,
    isSelecting,
    onSelecting: plan.batch.length > 0 && !isBare ? setSelecting : undefined,
  }
  return (
    <ListContent list={list} actions={actions} columns={columns} failure={failure}>
      {narrow ? (
        <Suspense>
          {group ? <GroupedEntries key={group.key} {...entries} column={group} /> : <Entries {...entries} />}
          {!isBare && <ListPager list={list} />}
        </Suspense>
      ) : group ? (
        <Suspense fallback={<ListTable {...table} />}>
          <GroupedTable key={group.key} {...table} column={group} />
        </Suspense>
      ) : (
        <ListTable {...table} />
      )}
    </ListContent>
  )
}

/** The pages of a list below its table; on a phone they are below the entries. */
export function ListPages() {
  const { list, memory, narrow, whole, isBeside } = useListContext()
  return !narrow && list.total > 0 ? (
    <ListPager list={list} note={whole && !isBeside ? totalsText(list, whole) : ''} sizes={memory.sizes} />
  ) : null
}
