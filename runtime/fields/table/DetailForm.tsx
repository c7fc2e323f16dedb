import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { isBarred, isEditable, isShown } from '../../record/checks.ts'
import { newRow } from '../../record/defaults.ts'
import type { Row, RowStore } from '../../record/row-store.ts'
import { isEmpty } from '../../record/scope.ts'
import { isReadOnly, spanOf, titleOf } from '../../schema/derive.ts'
import type { Field, TableSettings } from '../../schema/types.ts'
import { useFieldTypes, useRuntime } from '../context.tsx'
import type { ControlProps } from '../contract.ts'
import { useRecordModel } from '../model-context.tsx'
import { FormulaMark } from '../parts/FormulaMark.tsx'
import './DetailForm.css'
import type { TableRows } from './value.ts'

/**
 * A detail of one row, drawn as a form inside the head's form. The row begins to exist with the first value that is
 * typed, and ends with the last one that is cleared.
 */
export function DetailForm({ id, field, disabled, readOnly }: ControlProps<TableRows, TableSettings>) {
  const model = useRecordModel()
  const { can } = useRuntime()
  const store = model.rows(field.key)
  if (!store) throw new Error(`no rows under ${field.key}`)
  const { mode } = model.env
  const isFrozen = disabled === true || readOnly === true || mode === 'detail'
  const { row, exists } = useOneRow(store)
  const prefix = id ?? `field-${field.key}`
  useReveal(store, prefix)

  const scope = store.scopeOf(row)
  const fields = store.detail.fields.filter(
    (one) =>
      one.type !== 'hidden' &&
      one.form !== false &&
      (!one.access?.read || can(one.access.read)) &&
      (!one.modes || one.modes.includes(mode)) &&
      isShown(one, scope),
  )
  const put = (values: Record<string, unknown>) => {
    if (!exists) store.insert(0, [values])
    else if (
      store.detail.fields.every((one) => one.compute !== undefined || isEmpty({ ...row, ...values }[one.key]))
    )
      store.remove([row.id])
    else store.setCells([{ id: row.id, values }])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend; the group's heading names it
    <div
      className="detail-form"
      role="group"
      aria-label={titleOf(field)}
      style={{ '--detail-columns': field.columns ?? 1 } as React.CSSProperties}
    >
      {fields.map((one) => (
        <Item
          key={one.key}
          id={`${prefix}-${one.key}`}
          field={one}
          row={row}
          error={exists ? store.errorsOf(row.id)?.[one.key] : undefined}
          readOnly={isFrozen || isReadOnly(one) || !isEditable(one, can)}
          disabled={isBarred(one, scope)}
          columns={field.columns ?? 1}
          put={put}
        >
          {one.compute !== undefined && (
            <FormulaMark
              title={titleOf(one)}
              scale={one.scale}
              explain={() => model.explain(one.key, field.key, row.id)}
            />
          )}
        </Item>
      ))}
    </div>
  )
}

interface ItemProps {
  id: string
  field: Field
  row: Row
  error: string | undefined
  readOnly: boolean
  disabled: boolean
  columns: number
  put(values: Record<string, unknown>): void
  children: ReactNode
}

function Item({ id, field, row, error, readOnly, disabled, columns, put, children }: ItemProps) {
  const type = useFieldTypes().get(field.type)
  if (!type) return null
  const required = !readOnly && field.validateRules?.some((rule) => rule.required)
  return (
    <div
      className="pro-item"
      data-invalid={error ? true : undefined}
      data-computed={field.compute !== undefined || undefined}
      style={{ gridColumn: `span ${Math.min(columns, spanOf(field))}` }}
    >
      <label htmlFor={id} data-required={required || undefined}>
        {titleOf(field)}
      </label>
      <div className="pro-item-control">
        <type.Control
          id={id}
          field={field}
          value={type.fromWire(row[field.key] ?? null, field)}
          onChange={(value: unknown) => put({ [field.key]: type.toWire(value, field) ?? null })}
          readOnly={readOnly}
          disabled={disabled}
          invalid={error !== undefined}
          placeholder={field.placeholder}
          values={row}
          patch={put}
        />
        {children}
        {error && (
          <div className="pro-item-error" id={`${id}-error`} role="alert">
            {error}
          </div>
        )}
      </div>
    </div>
  )
}

/** The detail's row; while there is none, what it would begin with. */
function useOneRow(store: RowStore): { row: Row; exists: boolean } {
  const { env, head } = useRecordModel()
  useSyncExternalStore(store.subscribeStructure, () => store.structure)
  const id = store.rows[0]?.id
  const row = useSyncExternalStore(
    useMemo(
      () => (id ? (changed: () => void) => store.subscribeRow(id, changed) : () => () => {}),
      [store, id],
    ),
    () => (id ? store.row(id) : undefined),
  )
  useSyncExternalStore(store.subscribeErrors, () => (id ? store.errorsOf(id) : undefined))
  const blank = useMemo<Row>(() => ({ ...newRow(store.detail, env, head), id: '' }), [store, env, head])
  return row ? { row, exists: true } : { row: blank, exists: false }
}

/** The walk through problems comes to a cell: its control takes the caret. */
function useReveal(store: RowStore, prefix: string): void {
  useEffect(
    () =>
      store.subscribeReveal(() => {
        if (store.revealed) document.getElementById(`${prefix}-${store.revealed.key}`)?.focus()
      }),
    [store, prefix],
  )
}
