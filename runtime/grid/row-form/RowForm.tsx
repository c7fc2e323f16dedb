import type { CSSProperties, ReactNode } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { RowsProvider, useRecordModel } from '#runtime/contract/model-context.tsx'
import type { Row } from '#runtime/record/changes/command-log.ts'
import { isDisabled, isShown } from '#runtime/record/checks/conditions.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Values } from '#runtime/record/scope.ts'
import { getSpan, getTitle, isRequired } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'
import { FormulaMark } from '#runtime/ui/state/FormulaMark.tsx'
import { ForeignValue } from '../live/ForeignMark.tsx'
import './RowForm.css'

interface RowFormProps {
  store: RowStore
  row: Row
  /** Accessible name of the form of the row. */
  label: string
  fields: readonly { field: Field; isReadOnly: boolean }[]
  errors: Readonly<Record<string, string>> | undefined
  /** Fields beside each other where the width allows it. */
  columns: number
  getId(key: string): string
  /** Values that the control of a field set: its own key, and those that a picked record fills. */
  put(values: Values, key: string): void
  /** Further rows, when several records were picked for this row. */
  addRows?: ((rows: Record<string, unknown>[]) => void) | undefined
  onEnter?(key: string): void
  onLeave?(): void
}

/** One row of a detail table as a form: fields with labels, controls, formulas and errors. */
export function RowForm({ store, row, label, fields, errors, columns, getId, put, ...more }: RowFormProps) {
  const model = useRecordModel()
  const scope = store.getScope(row)
  return (
    <RowsProvider value={store}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend; the heading names the group */}
      <div
        className="detail-form"
        role="group"
        aria-label={label}
        style={{ '--detail-columns': columns } as CSSProperties}
      >
        {fields
          .filter(({ field }) => isShown(field, scope))
          .map(({ field, isReadOnly }) => (
            <Item
              key={field.key}
              id={getId(field.key)}
              field={field}
              row={row}
              error={errors?.[field.key]}
              readOnly={isReadOnly}
              disabled={isDisabled(field, scope)}
              columns={columns}
              put={put}
              {...more}
            >
              <ForeignValue store={store} row={row} field={field} />
              {field.compute !== undefined && (
                <FormulaMark
                  title={getTitle(field)}
                  scale={field.scale}
                  explain={() => model.explain(field.key, store.detail.key, row.id)}
                />
              )}
            </Item>
          ))}
      </div>
    </RowsProvider>
  )
}

interface ItemProps
  extends Pick<RowFormProps, 'row' | 'columns' | 'put' | 'addRows' | 'onEnter' | 'onLeave'> {
  id: string
  field: Field
  error: string | undefined
  readOnly: boolean
  disabled: boolean
  children: ReactNode
}

function Item({ id, field, row, error, readOnly, disabled, columns, put, children, ...more }: ItemProps) {
  const { addRows, onEnter, onLeave } = more
  const type = useFieldTypes().get(field.type)
  if (!type) return null
  const required = !readOnly && isRequired(field)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus moves
    <div
      className="pro-item"
      data-field={field.key}
      data-invalid={error ? true : undefined}
      data-computed={field.compute !== undefined || undefined}
      data-multiline={type.isMultiline || field.widget !== undefined || undefined}
      style={{ gridColumn: `span ${Math.min(columns, getSpan(field))}` }}
      onFocus={() => onEnter?.(field.key)}
      onBlur={() => onLeave?.()}
    >
      <label htmlFor={id} data-required={required || undefined}>
        {getTitle(field)}
      </label>
      <div className="pro-item-control">
        <InlineErrorBoundary title={`「${getTitle(field)}」`}>
          <type.Control
            id={id}
            field={field}
            value={type.fromWire(row[field.key] ?? null, field)}
            onChange={(value: unknown) => put({ [field.key]: type.toWire(value, field) ?? null }, field.key)}
            readOnly={readOnly}
            disabled={disabled}
            invalid={error !== undefined}
            placeholder={field.placeholder}
            values={row}
            patch={(values: Record<string, unknown>) => put(values, field.key)}
            addRows={addRows}
          />
        </InlineErrorBoundary>
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
