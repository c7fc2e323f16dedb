import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { estimateWidth, sharesLine } from '../advanced/shares-line.ts'
import { ViewPlace } from '../advanced/ViewPlace.tsx'
import { Toolbar } from '../toolbar/Toolbar.tsx'
import { useListContext } from './list-context.tsx'

// Phone components are not loaded on a desktop.
const PhoneBar = lazyPart(async () => (await import('../phone/PhoneBar.tsx')).PhoneBar)

interface Props {
  /** It stays while rows are selected. */
  isSteady?: boolean
  /** No action is possible yet. */
  isDisabled?: boolean
  /** The records are drawn without columns. */
  hasOwnView?: boolean
  /** Further controls after the buttons. */
  children?: ReactNode
}

/** The actions of a list with its saved views, on one line where there is room. */
export function ListToolbar({ isSteady, isDisabled, hasOwnView, children }: Props) {
  const { list, side, actions, memory, setMemory, narrow, size, hasViews, isEmbedded } = useListContext()
  const { plan } = list
  if (narrow) return null
  // The width of other controls is unknown.
  const isShared =
    hasViews && !hasOwnView && !children && sharesLine(plan, size.width || estimateWidth(side !== undefined))
  return (
    <div className="pro-bars" data-shared={isShared || undefined}>
      {hasViews && <ViewPlace list={list} memory={memory} isShared={isShared} />}
      <Toolbar
        list={list}
        actions={actions}
        columns={hasOwnView ? [] : plan.columns}
        memory={memory}
        onMemory={setMemory}
        steady={isSteady}
        disabled={isDisabled}
        isPage={!isEmbedded}
      >
        {children}
      </Toolbar>
    </div>
  )
}

/** The actions of a phone's list. */
export function ListPhoneBar() {
  const { list, actions, narrow, isSelecting, setSelecting } = useListContext()
  return narrow ? (
    <Suspense>
      <PhoneBar list={list} actions={actions} isSelecting={isSelecting} onSelecting={setSelecting} />
    </Suspense>
  ) : null
}
