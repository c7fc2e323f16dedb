import { useDraggable, useDroppable } from '@dnd-kit/core'
import { canBeInForm, getTitle } from '#runtime/schema/derive.ts'
import type { DetailField, Field } from '#runtime/schema/types.ts'
import type { FieldPath } from '../document-edit.ts'
import type { DragPart, Side } from '../drag-part.ts'
import type { Goal } from './useLayoutDrop.ts'

interface Props {
  detail: DetailField
  goal: Goal | undefined
  selected: string
  isFixed: boolean
  onSelect(path: FieldPath): void
}

/** The columns of a detail table in their order; the list of fields moves them by keys and by its menus. */
export function DetailColumns({ detail, goal, selected, isFixed, onSelect }: Props) {
  return (
    <ul className="view-layout-columns" aria-label={`${getTitle(detail)}的列`}>
      {detail.fields.filter(canBeInForm).map((field) => (
        <Column
          key={field.key}
          detail={detail.key}
          field={field}
          isSelected={selected === `${detail.key}.${field.key}`}
          isFixed={isFixed}
          mark={goal?.part.kind === 'column' && goal.part.key === field.key ? goal.side : undefined}
          onSelect={onSelect}
        />
      ))}
    </ul>
  )
}

interface ColumnProps {
  detail: string
  field: Field
  isSelected: boolean
  isFixed: boolean
  mark: Side | undefined
  onSelect(path: FieldPath): void
}

function Column({ detail, field, isSelected, isFixed, mark, onSelect }: ColumnProps) {
  const data: DragPart = { kind: 'column', detail, key: field.key, title: getTitle(field) }
  const id = `column:${detail}.${field.key}`
  const drag = useDraggable({ id, data, disabled: isFixed })
  const drop = useDroppable({ id, data, disabled: isFixed })
  return (
    <li ref={drop.setNodeRef} data-mark={mark} data-dragged={drag.isDragging || undefined}>
      <button
        type="button"
        ref={drag.setNodeRef}
        {...drag.listeners}
        aria-pressed={isSelected}
        data-off={field.form === false || undefined}
        onClick={() => onSelect([detail, field.key])}
      >
        {getTitle(field)}
      </button>
    </li>
  )
}
