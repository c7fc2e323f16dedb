import { useRuntime } from '../context.tsx'
import type { CellProps } from '../contract.ts'
import { TextCell } from '../parts/TextCell.tsx'
import type { CatTreeSettings } from './value.ts'

export function CatTreeCell({ value, field, text }: CellProps<string, CatTreeSettings>) {
  const { lookup } = useRuntime()
  if (value === null) return null
  return <TextCell text={text ?? lookup.text(field.dictCode, value) ?? value} field={field} />
}
