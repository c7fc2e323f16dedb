import type { FieldValue } from '#runtime/schema/field-value.ts'
import type { FieldType, FieldViews } from '../../contract/contract.ts'
import { PlainCell } from './text/PlainCell.tsx'

/** A type of its value half and its views; without a cell of its own it shows its text. */
export const defineFieldType = <V, S extends object>(
  value: FieldValue<V, S>,
  views: FieldViews<NoInfer<V>, NoInfer<S>>,
): FieldType<V, S> => ({ Cell: PlainCell, ...value, ...views })
