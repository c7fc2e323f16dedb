import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { boundValues, exactConditions } from '#runtime/compile/panel/panes.ts'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { useDocument } from '#runtime/data/hooks.ts'
import { headScreen } from '#runtime/schema/compose/sub-screen.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { Pane, ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { retryTransient } from '../list-kit/retry-transient.ts'
import { useList } from '../list-kit/useList.ts'
import { useLocalLocation } from '../list-kit/useListLocation.ts'
import { useListPlan } from '../list-kit/useListPlan.ts'
import { PartList } from './PartList.tsx'
import { SelectFirst } from './SelectFirst.tsx'
import type { Master } from './useErp.ts'

interface Props {
  pane: Pane
  of: ScreenDocument
  master: Master | null
  /** The message after failed retries, instead of the default one. */
  failure?: string
  /** The message while nothing can belong to the selected row. */
  unbound?: ReactNode
}

/** The records of another screen that belong to the selected one; the permissions and rules of that screen apply. */
export function PaneList(props: Props) {
  const { http } = useServices()
  const { pane } = props
  const index = useQuery(indexQuery(http))
  // The index has what the user may open: a request for anything else would only be refused.
  if (index.data?.some(({ id }) => id === pane.screen) || index.error) return <OpenPane {...props} />
  return index.data ? <NoPermission pane={pane} /> : <div className="pro-sheet" aria-busy="true" />
}

const NoPermission = ({ pane }: Pick<Props, 'pane'>) => (
  <StateNote title="没有权限" text={`查看「${pane.title}」需要授权。`} />
)

function OpenPane(props: Props) {
  const { http } = useServices()
  const types = useFieldTypes()
  const { pane, failure } = props
  const { data, error, refetch } = useDocument(http, pane.screen, failure ? retryTransient : undefined)
  const document = asDocumentWith(data?.document, 'hasTable')
  const screen = useMemo(() => document && headScreen(document), [document])
  const needs = useMemo(() => (screen ? screenDictionaries(screen, types) : []), [screen, types])
  if (screen)
    return (
      <Dictionaries codes={needs}>
        <BoundPane {...props} screen={screen} />
      </Dictionaries>
    )
  if (!error && !data) return <div className="pro-sheet" aria-busy="true" />
  if (findErrorCode(error) === 'FORBIDDEN') return <NoPermission pane={pane} />
  return <LoadFailure title={failure ?? `「${pane.title}」没有加载出来`} error={error} onRetry={refetch} />
}

function BoundPane({ pane, of, master, screen, failure, unbound }: Props & { screen: ScreenDocument }) {
  const plan = useListPlan(screen)
  const bound = useMemo(() => master && boundValues(pane.bind, master), [pane.bind, master])
  const affects = useMemo(() => [of.id], [of.id])
  const list = useList(plan, useLocalLocation(plan), {
    enabled: bound !== null,
    fixed: bound ? exactConditions(bound) : undefined,
    affects,
    ...(failure ? { retry: retryTransient.retry } : {}),
  })
  return (
    <PartList
      screen={screen}
      list={list}
      master={master ?? undefined}
      failure={failure}
      defaults={bound ?? undefined}
      idle={bound ? null : (unbound ?? <SelectFirst title={pane.title} />)}
    />
  )
}
