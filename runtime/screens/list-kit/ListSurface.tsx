import { type ReactNode, Suspense, useState } from 'react'
import type { ListPlan } from '#runtime/compile/plan.ts'
import type { Row } from '#runtime/data/list-source.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { Values } from '#runtime/record/scope.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useNarrow } from '#runtime/ui/useNarrow.ts'
import { useSize } from '#runtime/ui/useSize.ts'
import { Entries } from './Entries.tsx'
import { ListEmpty, ListFailure, ListSkeleton } from './ListStates.tsx'
import { type Inner, ListTable, type RowFace } from './ListTable.tsx'
import { arrange, useListMemory } from './memory.ts'
import { Pager } from './Pager.tsx'
import { QueryBar } from './QueryBar.tsx'
import { searchOf } from './search.ts'
import { Toolbar } from './Toolbar.tsx'
import { useFocusBack } from './useFocusBack.ts'
import { useFormAhead } from './useFormAhead.ts'
import type { List } from './useList.ts'
import { useListActions } from './useListActions.tsx'
import './list.css'
import '#runtime/ui/print.css'
import { lazyPart } from '#runtime/ui/lazy.tsx'

// A desk does not load what only a phone draws.
const PhoneQuery = lazyPart(async () => (await import('./PhoneBars.tsx')).PhoneQuery)
const PhoneBar = lazyPart(async () => (await import('./PhoneBars.tsx')).PhoneBar)
const FormHost = lazyPart(async () => (await import('../form/FormHost.tsx')).FormHost)

interface Props {
  screen: ScreenDocument
  list: List
  /** Beside the list, at its left. */
  side?: ReactNode
  /** What a new record begins with. */
  defaults?: Values
  /** Inside another's page: no heading of its own. */
  embedded?: boolean
  /** The toolbar stays while rows are selected, and a click on a row selects it alone. */
  steady?: boolean
  /** Said instead of rows while there is nothing to list; nothing can be done then. */
  idle?: ReactNode
  /** The rows alone, as high as they are: no bars. */
  bare?: boolean
  /** What is said when nothing could be loaded, instead of the usual words. */
  failure?: string
  /** What opens under a row. */
  inner?: Inner
  face?: RowFace
  onSaved?(record: Values): void
}

/** A list and the forms it opens, on one surface. */
export function ListSurface({ screen, list, side, defaults, embedded, steady, idle, ...more }: Props) {
  const { bare, failure, inner, face, onSaved } = more
  const { user, ownDialogs } = useRuntime()
  const { plan } = list
  const actions = useListActions(list, screen)
  const narrow = useNarrow()
  const [memory, setMemory] = useListMemory(user.username, plan.id)
  const [selecting, setSelecting] = useState(false)
  const [measure, { width, height }] = useSize<HTMLDivElement>()
  const columns = arrange(plan.columns, memory).filter((column) => !memory.hidden.includes(column.key))

  const { form } = list.state
  useFocusBack(form)
  useFormAhead(screen, FormHost.preload, { isDrawn: !list.isLoading, isOpening: form !== undefined })
  const OwnDialog = form?.mode === 'detail' ? ownDialogs?.get(plan.id) : undefined
  const isPage = form !== undefined && (screen.form?.open === 'page' || form.page === true)
  const search = searchOf(list)

  return (
    <>
      {!isPage && (
        <div className="pro-list" data-narrow={narrow || undefined} data-bare={bare || undefined}>
          {!narrow && side}
          <div className="pro-main">
            {!embedded && <h1 className="pro-heading">{plan.title}</h1>}
            {idle || bare ? null : narrow ? (
              <Suspense>
                <PhoneQuery list={list} search={search} />
              </Suspense>
            ) : (
              <QueryBar {...search} />
            )}
            {!narrow && !bare && (
              <Toolbar
                list={list}
                actions={actions}
                columns={plan.columns}
                memory={memory}
                onMemory={setMemory}
                steady={steady}
                disabled={idle !== undefined}
              />
            )}
            <div className="pro-body" ref={measure} aria-busy={list.isLoading || list.isRefreshing}>
              <ListBody list={list} actions={actions} columns={columns} idle={idle} failure={failure}>
                {narrow ? (
                  <Entries
                    list={list}
                    actions={actions}
                    columns={columns}
                    selecting={selecting || steady === true}
                    inner={inner}
                    face={face}
                  />
                ) : (
                  <ListTable
                    list={list}
                    actions={actions}
                    columns={columns}
                    density={memory.density}
                    width={width}
                    height={bare ? 0 : height}
                    inner={inner}
                    face={face}
                    onRow={steady ? (row: Row) => list.select([row.id]) : undefined}
                  />
                )}
              </ListBody>
            </div>
            {list.error !== null && list.rows.length > 0 && <ListFailure list={list} strip />}
            {list.total > 0 && !bare && <Pager list={list} />}
            {narrow && !idle && !bare && (
              <Suspense>
                <PhoneBar list={list} actions={actions} selecting={selecting} onSelecting={setSelecting} />
              </Suspense>
            )}
          </div>
        </div>
      )}
      {form?.id && OwnDialog && (
        <Suspense fallback={null}>
          <OwnDialog id={form.id} onClose={() => list.change({ form: undefined })} />
        </Suspense>
      )}
      {form && !OwnDialog && (
        <Suspense fallback={null}>
          <FormHost
            key={`${form.mode}:${form.id ?? form.under ?? ''}`}
            screen={screen}
            mode={form.mode}
            id={form.id}
            defaults={defaults}
            page={form.page}
            onPage={list.href && (() => list.change({ form: { ...form, mode: 'detail', page: true } }))}
            onClose={() => list.change({ form: undefined })}
            onSaved={(record) => {
              onSaved?.(record)
              void list.refresh()
            }}
          />
        </Suspense>
      )}
      {actions.holder}
    </>
  )
}

interface BodyProps {
  list: List
  actions: ReturnType<typeof useListActions>
  columns: ListPlan['columns']
  idle?: ReactNode
  failure?: string
  children: ReactNode
}

/** The rows, or why there are none. */
export function ListBody({ list, actions, columns, idle, failure, children }: BodyProps) {
  if (idle !== undefined) return idle
  if (list.isLoading) return <ListSkeleton columns={columns} />
  if (list.rows.length > 0) return children
  if (list.error !== null) return <ListFailure list={list} title={failure} />
  return <ListEmpty list={list} actions={actions} />
}
