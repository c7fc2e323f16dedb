import { titleOf } from '#runtime/schema/derive.ts'
import type { ControlProps } from '../contract.ts'

const note = { color: 'var(--ant-color-error)' }

/** Drawn if the widget name of the field is not registered: the value is shown and stays unchanged. */
export const SlotControl = ({ value, id, field }: ControlProps<string>) => (
  <output id={id} aria-label={id === undefined ? titleOf(field) : undefined}>
    {value} <span style={note}>没有登记的控件“{field.widget}”</span>
  </output>
)
