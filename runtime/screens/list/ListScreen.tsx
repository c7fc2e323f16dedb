import { lazy, Suspense, useMemo, useState } from 'react'
import { compileList } from '../../compile/list.ts'
import { useRuntime } from '../../fields/context.tsx'
import type { ScreenDocument } from '../../schema/types.ts'
import { useNarrow } from '../parts/useNarrow.ts'
import { useSize } from '../parts/useSize.ts'
import { Entries } from './Entries.tsx'
import { ListEmpty, ListFailure, ListSkeleton } from './ListStates.tsx'
import { ListTable } from './ListTable.tsx'
import { arrange, useListMemory } from './memory.ts'
import { Pager } from './Pager.tsx'
import { QueryBar } from './QueryBar.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useFocusBack } from './useFocusBack.ts'
import { type List, useList } from './useList.ts'
import { useListActions } from './useListActions.tsx'
import './list.css'
import '../parts/print.css'

const SideTree = lazy(() => import('./SideTree.tsx').then(({ SideTree }) => ({ default: SideTree })))
// A desk does not load what only a phone draws.
const PhoneQuery = lazy(() => import('./PhoneBars.tsx').then(({ PhoneQuery }) => ({ default: PhoneQuery })))
const PhoneBar = lazy(() => import('./PhoneBars.tsx').then(({ PhoneBar }) => ({ default: PhoneBar })))
const FormHost = lazy(() => import('../form/FormHost.tsx').then(({ FormHost }) => ({ default: FormHost })))

/** A list and the forms it opens: one surface, drawn from one document. */
export function ListScreen({ screen }: { screen: ScreenDocument }) {
  const { types, can, user } = useRuntime()
  const plan = useMemo(() => compileList(screen, { types, can }), [screen, types, can])
  const list = useList(plan)
  const actions = useListActions(list)
  const narrow = useNarrow()
  const [memory, setMemory] = useListMemory(user.username, plan.id)
  const [selecting, setSelecting] = useState(false)
  const [measure, { width, height }] = useSize<HTMLDivElement>()
  const columns = arrange(plan.columns, memory).filter((column) => !memory.hidden.includes(column.key))

  const { form } = list.state
  useFocusBack(form)
  const isPage = form !== undefined && screen.form?.open === 'page'
  const search = {
    items: plan.query,
    conditions: list.state.conditions,
    onSearch: list.search,
    onReset: () => list.search(Object.assign({}, ...plan.query.map((item) => item.defaults))),
  }

  return (
    <>
      {!isPage && (
        <div className="pro-list" data-narrow={narrow || undefined}>
          {plan.sideTree && !narrow && (
            <Suspense fallback={<div className="pro-side" />}>
              <SideTree list={list} />
            </Suspense>
          )}
          <div className="pro-main">
            <h1 className="pro-heading">{plan.title}</h1>
            {narrow ? (
              <Suspense>
                <PhoneQuery list={list} search={search} />
              </Suspense>
            ) : (
              <QueryBar {...search} />
            )}
            {!narrow && (
              <Toolbar
                list={list}
                actions={actions}
                columns={plan.columns}
                memory={memory}
                onMemory={setMemory}
              />
            )}
            <div className="pro-body" ref={measure} aria-busy={list.isLoading || list.isRefreshing}>
              <Body list={list} actions={actions} columns={columns}>
                {narrow ? (
                  <Entries list={list} actions={actions} columns={columns} selecting={selecting} />
                ) : (
                  <ListTable
                    list={list}
                    actions={actions}
                    columns={columns}
                    density={memory.density}
                    width={width}
                    height={height}
                  />
                )}
              </Body>
            </div>
            {list.error !== null && list.rows.length > 0 && <ListFailure list={list} strip />}
            {list.total > 0 && <Pager list={list} />}
            {narrow && (
              <Suspense>
                <PhoneBar list={list} actions={actions} selecting={selecting} onSelecting={setSelecting} />
              </Suspense>
            )}
          </div>
        </div>
      )}
      {form && (
        <Suspense fallback={null}>
          <FormHost
            key={`${form.mode}:${form.id ?? ''}`}
            screen={screen}
            mode={form.mode}
            id={form.id}
            defaults={
              plan.sideTree && list.state.tree ? { [plan.sideTree.field]: list.state.tree } : undefined
            }
            onClose={() => list.change({ form: undefined })}
            onSaved={() => void list.refresh()}
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
  columns: ReturnType<typeof compileList>['columns']
  children: React.ReactNode
}

/** The rows, or why there are none. */
function Body({ list, actions, columns, children }: BodyProps) {
  if (list.isLoading) return <ListSkeleton columns={columns} />
  if (list.rows.length > 0) return children
  if (list.error !== null) return <ListFailure list={list} />
  return <ListEmpty list={list} actions={actions} />
}
