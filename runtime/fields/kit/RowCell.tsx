import { serverText } from '#runtime/record/paste/dict-text.ts'
import type { Field } from '#runtime/schema/types.ts'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'
import type { AnyFieldType } from '../../contract/contract.ts'

interface Props {
  column: { key: string; field: Field; type: AnyFieldType }
  row: Readonly<Record<string, unknown>>
}

/** A value of a row as its type draws it; a failure is shown in its own cell. */
export const RowCell = ({ column, row }: Props) => (
  <InlineErrorBoundary title="" quiet stamp={String(row[column.key])}>
    <RowValue column={column} row={row} />
  </InlineErrorBoundary>
)

const RowValue = ({ column: { key, field, type }, row }: Props) => (
  <type.Cell value={type.fromWire(row[key], field)} field={field} row={row} text={serverText(row, key)} />
)
