import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import { useWidget } from '../widgets.ts'

const note = { color: 'var(--ant-color-error)' }

/** A name that nobody registered is said, with the value, which stays as it is. */
export function SlotControl(props: ControlProps<string>) {
  const { value, id, field } = props
  const widget = useWidget(field.widget)
  if (widget) return <widget.Control {...props} />
  return (
    <output id={id} aria-label={id === undefined ? titleOf(field) : undefined}>
      {value} <span style={note}>没有登记的控件“{field.widget}”</span>
    </output>
  )
}
