import { serverText } from '#runtime/record/paste/dict-text.ts'
import { useRuntime } from '../../../contract/context.tsx'
import type { CellProps } from '../../../contract/contract.ts'
import { TextCell } from '../text/TextCell.tsx'

/** A code shown by the text sent with the record, else by the loaded dictionary. */
export function CodeCell({ value, field, row, text }: CellProps<string, { dictCode: string }>) {
  const { lookup } = useRuntime()
  if (value === null) return null
  return (
    <TextCell
      text={text ?? serverText(row, field.key) ?? lookup.text(field.dictCode, value) ?? value}
      field={field}
    />
  )
}
