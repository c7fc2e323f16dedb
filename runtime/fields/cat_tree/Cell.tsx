import { useRuntime } from '../context.tsx'
import type { CellProps } from '../contract.ts'
import { sentText } from '../parts/dict-text.ts'
import { TextCell } from '../parts/TextCell.tsx'
import type { CatTreeSettings } from './value.ts'

export function CatTreeCell({ value, field, row, text }: CellProps<string, CatTreeSettings>) {
  const { lookup } = useRuntime()
  if (value === null) return null
  return (
    <TextCell
      text={text ?? sentText(row, field.key) ?? lookup.text(field.dictCode, value) ?? value}
      field={field}
    />
  )
}
