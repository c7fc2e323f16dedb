import { titleOf } from '#runtime/schema/derive.ts'
import type { ControlProps } from '../contract.ts'

const note = { color: 'var(--ant-color-error)' }

/** Stands where nobody registered the name that the field says: the value is shown and stays as it is. */
export const SlotControl = ({ value, id, field }: ControlProps<string>) => (
  <output id={id} aria-label={id === undefined ? titleOf(field) : undefined}>
    {value} <span style={note}>没有登记的控件“{field.widget}”</span>
  </output>
)
