import { createContext, type ReactNode, useContext } from 'react'
import { isAdvanced } from '#runtime/compile/list/url.ts'
import type { RowOwner } from '#runtime/compile/panel/panes.ts'
import type { Column } from '#runtime/compile/plan.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { arrange, useListMemory } from '../list-memory.ts'
import { useSelecting } from '../phone/useSelecting.ts'
import { hasRoomBeside } from '../table/PageTotals.tsx'
import type { Inner, RowExtras } from '../table/row-extras.ts'
import { tableWidths } from '../table/widths/column-widths.ts'
import { useDrawnWidths } from '../table/widths/useDrawnWidths.ts'
import type { List } from '../useList.ts'
import { useListActions } from '../useListActions.tsx'
import { useListTotals } from '../useListTotals.ts'
import { usePreloadForm } from '../usePreloadForm.ts'
import { useRestoreFocus } from '../useRestoreFocus.ts'
import { FormHost } from './lazy-form.ts'

interface Props {
  screen: ScreenDocument
  list: List
  /** Content at the left of the list. */
  side?: ReactNode
  /** Initial values of a new record. */
  defaults?: Values
  /** The record to which the rows belong. */
  master?: RowOwner
  /** Inside another page: without saved views and without a key that adds a record. */
  isEmbedded?: boolean
  /** Content that opens below a row. */
  inner?: Inner
  rowExtras?: RowExtras
  /** The columns to draw of those that the user shows; by default all. */
  chooseColumns?(columns: readonly Column[]): readonly Column[]
}

/** What the parts of a list share. */
function useListParts({ chooseColumns, master, isEmbedded = false, ...shared }: Props) {
  const { screen, list, defaults, inner } = shared
  const { user } = useServices()
  const { plan, state } = list
  const narrow = useNarrow()
  const [memory, setMemory] = useListMemory(user.username, plan.id, state.saved)
  const [isSelecting, setSelecting] = useSelecting(list)
  const [measure, size] = useSize<HTMLDivElement>()
  const whole = useListTotals(list)
  const visible = arrange(plan.columns, memory).filter((column) => !memory.hidden.includes(column.key))
  const columns = chooseColumns?.(visible) ?? visible
  // In a table that scrolls a text over several columns would stick to the actions and cover the totals of the page.
  const drawn = useDrawnWidths(memory, setMemory)
  const hasInner = inner !== undefined
  const { isWide } = tableWidths({ plan, columns, width: size.width, hasInner, drawn: drawn.widths })
  const keys = columns.map(({ key }) => key)
  const actions = useListActions(list, screen, { columns: keys, defaults, master })
  useRestoreFocus(state.form)
  usePreloadForm(screen, FormHost.preload, {
    isDrawn: !list.isLoading,
    isOpening: state.form !== undefined,
  })
  return {
    ...shared,
    isEmbedded,
    /** The saved queries are views of the list. */
    hasViews: isAdvanced(plan) && !isEmbedded,
    /** The columns to draw, in the order of the user. */
    columns,
    actions,
    narrow,
    memory,
    setMemory,
    /** The widths of columns that the user has set. */
    drawn,
    /** The rows of a phone's list are being selected. */
    isSelecting,
    setSelecting,
    /** Measures the place of the records. */
    measure,
    size,
    /** The totals of all pages. */
    whole,
    /** They are beside the totals of the page, else in the pager, so that the rows keep their height. */
    isBeside: hasRoomBeside(columns) && !isWide,
  }
}

const Context = createContext<ReturnType<typeof useListParts> | null>(null)

/** What the parts of the enclosing list share. */
export function useListContext(): ReturnType<typeof useListParts> {
  const parts = useContext(Context)
  if (!parts) throw new Error('useListContext outside ListContext')
  return parts
}

/** A list for the parts that a screen kind composes inside it; draws the dialogs of its actions. */
export function ListContext({ children, ...props }: Props & { children: ReactNode }) {
  const parts = useListParts(props)
  return (
    <Context value={parts}>
      {children}
      {parts.actions.holder}
    </Context>
  )
}
