import { Input } from 'antd'
import type { ControlProps } from '../../../runtime/fields/contract.ts'
import type { Widgets } from '../../../runtime/fields/widgets.ts'

function Stars({ id, value, onChange, disabled, readOnly, size, invalid }: ControlProps<string>) {
  return (
    <Input
      id={id}
      prefix="★"
      value={value ?? ''}
      disabled={disabled}
      readOnly={readOnly}
      size={size}
      status={invalid ? 'error' : undefined}
      onChange={(event) => onChange(event.target.value || null)}
    />
  )
}

/** What the sample of type `slot` names, as an app registers it. */
export const demoWidgets: Widgets = new Map([['demo.widget', { Control: Stars }]])
