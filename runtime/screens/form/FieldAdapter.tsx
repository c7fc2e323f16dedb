import type { Field as FormilyField } from '@formily/core'
import { observer, useField } from '@formily/react'
import { isDetail } from '../../schema/types.ts'
import { useFormScreen } from './form-context.ts'

interface Props {
  /** The field's key; what it is stands in the plan, outside Formily's proxies. */
  name: string
  disabled?: boolean
}

export const idOf = (key: string): string => `field-${key}`

/** Between Formily and our controls: Formily and the model hold wire values, a control the type's own. */
export const FieldAdapter = observer(function FieldAdapter({ name, disabled }: Props) {
  const target = useField<FormilyField>()
  const { session } = useFormScreen()
  const { model, plan } = session
  const item = plan.fields.get(name)
  if (!item) return null
  const { field, type, readOnly } = item
  const change = (value: unknown) => {
    const wire = type.toWire(value, field) ?? null
    // The model first: conditions that run on Formily's change read the record.
    model.setHead(name, wire)
    target.selfErrors = []
    void target.onInput(wire)
  }
  return (
    <type.Control
      id={idOf(name)}
      field={field}
      value={isDetail(field) ? null : type.fromWire(target.value ?? null, field)}
      onChange={change}
      onBlur={() => void target.validate('onInput').catch(() => {})}
      readOnly={readOnly}
      disabled={disabled === true}
      invalid={target.selfErrors.length > 0}
      placeholder={field.placeholder}
      values={model.head}
      patch={(values: Record<string, unknown>) => {
        model.setHeads(values)
        for (const key of Object.keys(values)) session.form.setFieldState(key, clearErrors)
      }}
    />
  )
})

const clearErrors = (state: { selfErrors?: unknown }) => {
  state.selfErrors = []
}
