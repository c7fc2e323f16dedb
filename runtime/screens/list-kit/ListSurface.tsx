import { type ReactNode, Suspense } from 'react'
import { isAdvanced } from '#runtime/compile/list/url.ts'
import type { ListPlan } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useExtensions } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { estimateWidth, sharesLine } from './advanced/shares-line.ts'
import { ViewPlace } from './advanced/ViewPlace.tsx'
import { ListEmpty, ListFailure, ListSkeleton } from './ListStates.tsx'
import { arrange, pinnedKeys, useListMemory } from './list-memory.ts'
import { Entries, GroupedEntries, PhoneTop } from './phone/lazy-parts.ts'
import { useSelecting } from './phone/useSelecting.ts'
import { QueryBar } from './query/QueryBar.tsx'
import { queryBarProps } from './query/query-bar-props.ts'
import { tableWidths } from './table/column-widths.ts'
import { ListPager } from './table/ListPager.tsx'
import { ListTable } from './table/ListTable.tsx'
import { hasRoomBeside, totalsText } from './table/PageTotals.tsx'
import type { Inner, RowExtras } from './table/row-extras.ts'
import { Toolbar } from './toolbar/Toolbar.tsx'
import type { List } from './useList.ts'
import { type ListActions, useListActions } from './useListActions.tsx'
import { useListTotals } from './useListTotals.ts'
import { usePreloadForm } from './usePreloadForm.ts'
import { useRestoreFocus } from './useRestoreFocus.ts'
import './list.css'
import '#runtime/ui/print.css'
import { lazyPart } from '#runtime/ui/lazy.tsx'

// Phone components are not loaded on a desktop.
const PhoneBar = lazyPart(async () => (await import('./phone/PhoneBar.tsx')).PhoneBar)
const ConditionChips = lazyPart(async () => (await import('./query/ConditionChips.tsx')).ConditionChips)
const GroupedTable = lazyPart(async () => (await import('./table/groups/GroupedTable.tsx')).GroupedTable)
const FormHost = lazyPart(async () => (await import('../form/FormHost.tsx')).FormHost)

/** A drawing of the records that takes the place of table and pager; it draws its own empty and failed states. */
export interface RecordsView {
  /** Its controls: in the toolbar, on a phone above the records. */
  bar?: ReactNode
  draw(actions: ListActions): ReactNode
}

interface Props {
  screen: ScreenDocument
  list: List
  /** Content at the left of the list. */
  side?: ReactNode
  /** Initial values of a new record. */
  defaults?: Values
  /** The record to which the rows belong. */
  master?: ListRow
  /** Inside another page: no heading of its own. */
  embedded?: boolean
  /** The toolbar stays while rows are selected, and a click on a row selects only that row. */
  steady?: boolean
  /** Shown instead of rows while nothing can be listed; no action is possible then. */
  idle?: ReactNode
  /** Only the rows at their natural height: no bars. */
  bare?: boolean
  /** The message after a failed request, instead of the default one. */
  failure?: string
  /** Content that opens below a row. */
  inner?: Inner
  rowExtras?: RowExtras
  view?: RecordsView
  /** Further tools in the toolbar. */
  tools?: ReactNode
  /** Draws the open record at the right of the list; of the columns only the leading one remains. */
  card?(content: ReactNode, actions: ReactNode, ready: object | null): ReactNode
  onSaved?(record: Values): void
}

/** A list and the forms that it opens, on one surface. */
export function ListSurface({ screen, list, side, defaults, embedded, steady, idle, ...more }: Props) {
  const { bare, failure, inner, rowExtras, view, tools, card, onSaved, master } = more
  const { user } = useServices()
  const { recordDialogs } = useExtensions()
  const { plan } = list
  const narrow = useNarrow()
  const [memory, setMemory] = useListMemory(user.username, plan.id, list.state.saved)
  const [isSelecting, setSelecting] = useSelecting(list)
  const [measure, { width, height }] = useSize<HTMLDivElement>()
  const whole = useListTotals(list)
  const visible = arrange(plan.columns, memory).filter((column) => !memory.hidden.includes(column.key))
  const leading = visible.filter((column) => column.key === rowExtras?.column)
  const columns = card ? (leading.length > 0 ? leading : visible.slice(0, 1)) : visible
  // The totals of all pages are beside those of the page, else in the pager, so that the rows keep their height.
  // In a table that scrolls a text over several columns would stick to the actions and cover the totals of the page.
  const { isWide } = tableWidths({ plan, columns, width, hasInner: inner !== undefined })
  const isBeside = hasRoomBeside(columns) && !isWide
  const keys = columns.map(({ key }) => key)
  const actions = useListActions(list, screen, { columns: keys, defaults, master })

  const { form } = list.state
  useRestoreFocus(form)
  usePreloadForm(screen, FormHost.preload, { isDrawn: !list.isLoading, isOpening: form !== undefined })
  const OwnDialog = form?.mode === 'detail' ? recordDialogs?.get(plan.id) : undefined
  const isPage = form !== undefined && (screen.form?.open === 'page' || form.page === true)
  const search = queryBarProps(list)
  const hasViews = isAdvanced(plan) && !embedded && !bare && idle === undefined
  // The width of other controls in the toolbar is unknown.
  const isShared = hasViews && !view && !tools && sharesLine(plan, width || estimateWidth(side !== undefined))
  const host = form && !OwnDialog && (
    <Suspense fallback={null}>
      <FormHost
        key={`${form.mode}:${form.id ?? form.under ?? ''}`}
        screen={screen}
        mode={form.mode}
        id={form.id}
        defaults={defaults}
        page={form.page}
        frame={card}
        onPage={list.formLink && (() => list.change({ form: { ...form, mode: 'detail', page: true } }))}
        onClose={() => list.change({ form: undefined })}
        onSaved={(record) => {
          onSaved?.(record)
          void list.refresh()
        }}
      />
    </Suspense>
  )

  const tableProps = {
    list,
    actions,
    columns,
    density: memory.density,
    pinned: pinnedKeys(columns, memory),
    width,
    height: bare ? 0 : height,
    whole: isBeside || bare ? whole : undefined,
    isBeside,
    inner,
    rowExtras,
    onRow: steady ? (row: ListRow) => list.select([row.id]) : undefined,
  }
  const entriesProps = {
    list,
    actions,
    columns,
    hasBoxes: steady,
    isSelecting,
    onSelecting: plan.batch.length > 0 && !bare ? setSelecting : undefined,
    inner,
    rowExtras,
  }
  const group = plan.columns.find(({ key }) => key === list.state.group)
  const table = group ? (
    <Suspense fallback={<ListTable {...tableProps} />}>
      <GroupedTable key={group.key} {...tableProps} column={group} />
    </Suspense>
  ) : (
    <ListTable {...tableProps} />
  )

  return (
    <>
      {!isPage && (
        <div className="pro-list" data-narrow={narrow || undefined} data-bare={bare || undefined}>
          {!narrow && side}
          <div className="pro-main">
            {!embedded && <h1 className="pro-heading">{plan.title}</h1>}
            {idle || bare ? null : narrow ? (
              <Suspense>
                <PhoneTop
                  list={list}
                  search={search}
                  side={side}
                  hasViews={hasViews}
                  isSelecting={isSelecting}
                  hasOwnView={view !== undefined}
                />
              </Suspense>
            ) : (
              <QueryBar {...search} />
            )}
            {!narrow && !bare && (
              <div className="pro-bars" data-shared={isShared || undefined}>
                {hasViews && <ViewPlace list={list} memory={memory} isShared={isShared} />}
                <Toolbar
                  list={list}
                  actions={actions}
                  columns={view ? [] : plan.columns}
                  memory={memory}
                  onMemory={setMemory}
                  steady={steady}
                  disabled={idle !== undefined}
                  hasAddKey={!embedded}
                >
                  {view?.bar ?? tools}
                </Toolbar>
              </div>
            )}
            {!narrow && !bare && !embedded && list.rows.length > 0 && hasConditions(list) && (
              <Suspense fallback={<div className="pro-conditions-place" />}>
                <ConditionChips list={list} />
              </Suspense>
            )}
            {narrow && view?.bar}
            <div className="pro-body" ref={measure} aria-busy={list.isLoading || list.isRefreshing}>
              {view?.draw(actions) ?? (
                <ListBody list={list} actions={actions} columns={columns} idle={idle} failure={failure}>
                  {narrow ? (
                    <Suspense>
                      {group ? (
                        <GroupedEntries key={group.key} {...entriesProps} column={group} />
                      ) : (
                        <Entries {...entriesProps} />
                      )}
                      {!bare && <ListPager list={list} />}
                    </Suspense>
                  ) : (
                    table
                  )}
                </ListBody>
              )}
            </div>
            {list.error !== null && list.rows.length > 0 && <ListFailure list={list} strip />}
            {list.total > 0 && !bare && !view && !narrow && (
              <ListPager
                list={list}
                note={whole && !isBeside ? totalsText(list, whole) : ''}
                sizes={memory.sizes}
              />
            )}
            {narrow && !idle && !bare && (
              <Suspense>
                <PhoneBar
                  list={list}
                  actions={actions}
                  isSelecting={isSelecting}
                  onSelecting={setSelecting}
                />
              </Suspense>
            )}
          </div>
          {card && host}
        </div>
      )}
      {form?.id && OwnDialog && (
        <Suspense fallback={null}>
          <OwnDialog id={form.id} onClose={() => list.change({ form: undefined })} />
        </Suspense>
      )}
      {!card && host}
      {actions.holder}
    </>
  )
}

const hasConditions = ({ state }: List): boolean =>
  Object.values(state.conditions).some((value) => value !== '')

interface BodyProps {
  list: List
  actions: ReturnType<typeof useListActions>
  columns: ListPlan['columns']
  idle?: ReactNode
  failure?: string
  children: ReactNode
}

/** The rows, or the reason why there are none. */
export function ListBody({ list, actions, columns, idle, failure, children }: BodyProps) {
  if (idle !== undefined) return idle
  if (list.isLoading) return <ListSkeleton columns={columns} />
  if (list.rows.length > 0) return children
  if (list.error !== null) return <ListFailure list={list} title={failure} />
  return <ListEmpty list={list} actions={actions} />
}
