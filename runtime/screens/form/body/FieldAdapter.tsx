import type { Field as FormilyField } from '@formily/core'
import { observer, useField } from '@formily/react'
import { handlersOver } from '#runtime/data/handler-env.ts'
import { sameValue } from '#runtime/record/changes/delta.ts'
import { headScope } from '#runtime/record/scope.ts'
import { runHandlers } from '#runtime/rules/handlers.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { useExtensions } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'
import { useFormScreen } from '../form-context.ts'
import { duplicateText } from '../handler-env.ts'
import { isDrawnAsCell, ViewedValue } from './ViewedValue.tsx'

export interface Props {
  /** The key of the field; its plan is looked up outside the proxies of Formily. */
  name: string
  disabled?: boolean
}

const Adapted = observer(function Adapted({ name, disabled }: Props) {
  const target = useField<FormilyField>()
  const { session, mode, getId, goOn } = useFormScreen()
  const { http } = useServices()
  const { handlers } = useExtensions()
  const { model, plan } = session
  const item = plan.fields.get(name)
  if (!item) return null
  const { field, type, readOnly } = item
  // A registered widget may show anything of the record: it is rendered with every value.
  if (field.widget) for (const key of plan.fields.keys()) session.form.getValuesIn(key)
  const change = (value: unknown) => {
    const wire = type.toWire(value, field) ?? null
    // The model first: conditions that run on the change event of Formily read the record.
    model.setHead(name, wire)
    target.selfErrors = []
    void target.onInput(wire)
  }
  const leave = async () => {
    await target.validate('onInput').catch(() => {})
    const { value } = target
    const { screen } = session
    const record = model.initial
    if (readOnly || isDetail(field) || target.selfErrors.length > 0) return
    if (mode === 'edit' && sameValue(value, record[name])) return
    const id = mode === 'edit' ? String(record.id) : undefined
    const context = { title: getTitle(field), scope: headScope(model.record, model.env, model.keys) }
    const fault =
      (await duplicateText(http, { screen: screen.id, field, value, id })) ??
      (await runHandlers(value ?? null, field.validateRules ?? [], handlersOver(http, handlers), context))
    // A result for an outdated value is dropped.
    if (fault && target.value === value) target.selfErrors = [fault]
  }
  if (mode === 'detail' && isDrawnAsCell(field, type, target.value))
    return <ViewedValue id={getId(name)} item={item} value={target.value ?? null} row={model.head} />
  return (
    <type.Control
      id={getId(name)}
      field={field}
      value={isDetail(field) ? null : type.fromWire(target.value ?? null, field)}
      onChange={change}
      onBlur={() => void leave()}
      onEntered={() => goOn(name)}
      readOnly={readOnly}
      disabled={disabled === true}
      invalid={target.selfErrors.length > 0}
      placeholder={mode === 'add' && field.auto !== undefined ? '保存后自动生成' : field.placeholder}
      values={model.head}
      patch={(values: Record<string, unknown>) => {
        model.setHeads(values)
        for (const key of Object.keys(values)) session.form.setFieldState(key, clearErrors)
      }}
    />
  )
})

/** Connects Formily to the controls: Formily and the model hold wire values, a control the value of its type. */
export const FieldAdapter = (props: Props) => {
  const { session } = useFormScreen()
  const field = session.plan.fields.get(props.name)?.field
  return (
    <InlineErrorBoundary title={field ? `「${getTitle(field)}」` : ''}>
      <Adapted {...props} />
    </InlineErrorBoundary>
  )
}

const clearErrors = (state: { selfErrors?: unknown }) => {
  state.selfErrors = []
}
