import { useDraggable } from '@dnd-kit/core'
import { printValue } from '#runtime/record/print-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { findTone } from '#runtime/ui/state/StateTag.tsx'
import { RecordMenu } from '../list-kit/records/RecordMenu.tsx'
import { RecordLink } from '../list-kit/table/CellView.tsx'
import type { ListActions } from '../list-kit/useListActions.tsx'
import { EntryLabel } from './EntryLabel.tsx'
import type { Calendar } from './useCalendar.ts'
import type { Segment } from './week-layout.ts'

interface Props {
  /** The id of the drag. */
  id: string
  state: Calendar
  actions: ListActions
  segment: Segment
}

/** A record on its days in one week: title, state, menu. */
export function EntryChip({ id, state, actions, segment }: Props) {
  const { lookup } = useServices()
  const { list, calendar } = state
  const { entry, column, length, lane, startsHere, endsHere } = segment
  const { row } = entry
  const { color } = calendar
  const canMove = state.canMove(row)
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, disabled: !canMove })
  const name = printValue(calendar.title, row, lookup)
  const stateText = color ? printValue(color, row, lookup) : ''
  const label = <EntryLabel entry={entry} calendar={calendar} isContinued={!startsHere} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drag is a short way; the menu is a button
    <div
      ref={setNodeRef}
      className="pro-cal-entry"
      data-row-id={row.id}
      data-tone={
        (color && findTone({ value: row[color.key], text: stateText, tags: color.tag })) ??
        state.findColor(row)
      }
      data-continued={startsHere ? undefined : 'before'}
      data-continues={endsHere ? undefined : 'after'}
      data-movable={canMove || undefined}
      data-dragging={isDragging || undefined}
      aria-busy={state.isSaving(row) || undefined}
      title={[name, stateText].filter(Boolean).join('，')}
      style={{ gridColumn: `${column + 1} / span ${length}`, gridRow: lane + 1 }}
      // A link would start a drag of its own.
      onDragStart={(event) => event.preventDefault()}
      {...listeners}
    >
      <span className="pro-cal-title">
        {list.plan.canDetail ? (
          <RecordLink id={row.id} list={list}>
            {label}
          </RecordLink>
        ) : (
          label
        )}
      </span>
      {stateText && <span className="pro-cal-state">{stateText}</span>}
      <RecordMenu
        list={list}
        row={row}
        name={name}
        actions={actions}
        first={canMove ? [{ key: 'move to', label: '改到…', onClick: () => state.setMoving(row) }] : []}
      />
    </div>
  )
}
