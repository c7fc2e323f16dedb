import { Segmented } from 'antd'
import Input from 'antd/es/input/Input'
import { useMemo, useState } from 'react'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { DrawValue } from '#runtime/fields/kit/advanced-query/ConditionRow.tsx'
import { ConditionValue } from '#runtime/fields/kit/advanced-query/ConditionValue.tsx'
import {
  listDictionaries,
  type QueriedField,
  type QueriedFields,
  toQueried,
} from '#runtime/fields/kit/advanced-query/fields.ts'
import { QueryBuilder } from '#runtime/fields/kit/advanced-query/QueryBuilder.tsx'
import type { DraftCondition } from '#runtime/rules/advanced-query/draft.ts'
import { type ConditionGroup, type ConditionRule, isPresence } from '#runtime/rules/advanced-query/model.ts'
import { listConditions } from '#runtime/rules/advanced-query/read.ts'
import type { Field } from '#runtime/schema/types.ts'
import { listColumns } from './ColumnTable.tsx'
import { freeName, parameterType } from './choices.ts'
import type { ComposedColumn } from './compose-sql.ts'
import { canBeParameter, listNames } from './condition-sql.ts'
import { fieldPath, type QuerySource, rowsPath, splitPath, totalPath } from './sources.ts'

interface Props {
  /** The conditions at first; other ones need another `key`. */
  initial: ConditionGroup
  fields: QueriedFields
  /** The names of the parameters of other conditions. */
  taken: readonly string[]
  hint: string
  onChange(conditions: ConditionGroup): void
}

const kinds = [
  { value: 'fixed' as const, label: '固定值' },
  { value: parameterType, label: '参数' },
]

const ends: Partial<Record<ConditionRule, string>> = { gt: '_from', ge: '_from', lt: '_to', le: '_to' }

function listQueried(path: string, column: Field): [string, QueriedField][] {
  const type = fieldTypes.get(column.type)
  const stored = type?.column(column)
  return type && stored ? [[path, toQueried(path, column, { type, stored, isUnmasked: true })]] : []
}

/** The totals of a statement as an advanced query names them. */
export const queriedTotals = (columns: readonly ComposedColumn[]): QueriedFields =>
  new Map(
    columns.flatMap(({ name, total }) => (total ? listQueried(fieldPath(totalPath, name), total.field) : [])),
  )

/** The columns as an advanced query names them; columns without a query are left out. */
export function queriedColumns(sources: readonly QuerySource[]): QueriedFields {
  return new Map(
    listColumns(sources).flatMap(({ key, name, title, source, place, field }): [string, QueriedField][] => {
      const named = source === rowsPath ? title : `${place} › ${title}`
      return listQueried(key, { ...field, key: name, title: named } as unknown as Field)
    }),
  )
}

/** The conditions of a statement, each with a fixed value, or with a parameter that staff fill in or leave empty. */
export function Conditions({ initial, fields, taken, hint, onChange }: Props) {
  const codes = useMemo(() => listDictionaries(fields), [fields])
  const [conditions, setConditions] = useState(initial)
  const change = (next: ConditionGroup) => {
    setConditions(next)
    onChange(next)
  }
  const parameters = [...taken, ...listConditions(conditions).flatMap(listNames)]
  const drawValue: DrawValue = ({ condition, queried, onChange: set }) => (
    <ParameterOrValue condition={condition} queried={queried} parameters={parameters} onChange={set} />
  )
  return (
    <div className="view-query-part">
      <p className="view-design-hint">{hint}</p>
      <Dictionaries codes={codes}>
        <QueryBuilder initial={initial} fields={fields} drawValue={drawValue} onChange={change} />
      </Dictionaries>
    </div>
  )
}

interface ValueProps {
  condition: DraftCondition
  queried: QueriedField
  /** The names of the parameters of all conditions. */
  parameters: readonly string[]
  onChange(condition: DraftCondition): void
}

function ParameterOrValue({ condition, queried, parameters, onChange }: ValueProps) {
  const { rule, type } = condition
  const mayBe = canBeParameter(rule, queried.type.column(queried.field)?.type ?? 'text')
  const isParameter = mayBe && type === parameterType
  if (isPresence(rule)) return <div className="pro-advanced-value" />
  const fix = () => onChange({ ...condition, val: '', type: queried.field.type })
  const setKind = (kind: string) => {
    if (kind !== parameterType) return fix()
    const [, column] = splitPath(condition.field)
    const name = (end = '') => freeName(`${column}${end}`, (other) => parameters.includes(other))
    const fresh = rule === 'between' ? [name('_from'), name('_to')] : [name(ends[rule])]
    onChange({ ...condition, val: fresh.join(','), type: parameterType })
  }
  const names = listNames(condition)
  return (
    <div className="view-query-value">
      {mayBe && (
        <Segmented
          aria-label={`${queried.title}的值`}
          options={kinds}
          value={isParameter ? parameterType : 'fixed'}
          onChange={setKind}
        />
      )}
      {isParameter ? (
        names.map((name, at) => (
          <Input
            // The first and the last end stay in their places.
            key={at === 0 ? 'first' : 'last'}
            aria-label={`${queried.title}的${names.length > 1 ? (at === 0 ? '起' : '止') : ''}参数名`}
            addonBefore=":"
            value={name}
            status={/^[A-Za-z]\w*$/.test(name) ? '' : 'error'}
            onChange={({ target }) => {
              const next = target.value.replace(/[^\w]/g, '').replace(/^[\d_]+/, '')
              onChange({ ...condition, val: names.with(at, next).join(',') })
            }}
          />
        ))
      ) : (
        <ConditionValue
          condition={type === parameterType ? { ...condition, val: '' } : condition}
          queried={queried}
          onChange={(next) => onChange({ ...condition, val: next, type: queried.field.type })}
        />
      )}
    </div>
  )
}
