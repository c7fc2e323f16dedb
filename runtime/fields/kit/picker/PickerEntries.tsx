import { Checkbox } from 'antd'
import type { ListRow } from '#runtime/data/list-source.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { isNameField } from '#runtime/schema/names/name-field.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { RowCell } from '../RowCell.tsx'
import type { PickerColumn } from './plan.ts'
import type { Picker } from './usePicker.ts'

/** The records of a picker as entries. A tap takes the record, or selects it where several may be selected. */
export function PickerEntries({ picker }: { picker: Picker }) {
  const { plan, page, isMany, chosen, isLoading } = picker
  if (isLoading && page.records.length === 0) return <TextSkeleton rows={7} />
  if (page.records.length === 0) return <p className="pro-picker-none">{errorText('NO_RESULTS')}</p>
  const columns = plan?.columns ?? []
  return (
    <ul className="pro-picker-entries" aria-busy={isLoading}>
      {page.records.map((row) => (
        <li key={row.id} data-row-id={row.id} data-selected={chosen.has(row.id) || undefined}>
          {isMany ? (
            <Checkbox checked={chosen.has(row.id)} onChange={() => picker.toggle(row)}>
              <Texts row={row} columns={columns} />
            </Checkbox>
          ) : (
            <button type="button" onClick={() => picker.take(row)}>
              <Texts row={row} columns={columns} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Name and number in the first line, the other values in the second. */
function Texts({ row, columns }: { row: ListRow; columns: readonly PickerColumn[] }) {
  const filled = columns.filter(({ key }) => row[key] !== null && row[key] !== undefined && row[key] !== '')
  const name = filled.find(({ field }) => isNameField(field)) ?? filled[0]
  const figure = filled.findLast(({ type, key }) => type.align === 'right' && key !== name?.key)
  const others = filled.filter((column) => column !== name && column !== figure)
  return (
    <span className="pro-picker-texts">
      <span>{name && <RowCell column={name} row={row} />}</span>
      <span>{figure && <RowCell column={figure} row={row} />}</span>
      <small>
        {others.map((column) => (
          <span key={column.key}>
            <RowCell column={column} row={row} />
          </span>
        ))}
      </small>
    </span>
  )
}
