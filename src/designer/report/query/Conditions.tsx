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
import { canBeParameter } from './condition-sql.ts'
import { type QuerySource, rowsPath, splitPath } from './sources.ts'

interface Props {
  /** The conditions at first; other ones need another `key`. */
  initial: ConditionGroup
  sources: readonly QuerySource[]
  onChange(conditions: ConditionGroup): void
}

const kinds = [
  { value: 'fixed' as const, label: '固定值' },
  { value: parameterType, label: '参数' },
]

const ends: Partial<Record<ConditionRule, string>> = { gt: '_from', ge: '_from', lt: '_to', le: '_to' }

/** The columns as an advanced query names them; columns without a query are left out. */
function queriedColumns(sources: readonly QuerySource[]): QueriedFields {
  return new Map(
    listColumns(sources).flatMap(({ key, name, title, source, place, field }): [string, QueriedField][] => {
      const named = source === rowsPath ? title : `${place} › ${title}`
      const column = { ...field, key: name, title: named } as unknown as Field
      const type = fieldTypes.get(column.type)
      const stored = type?.column(column)
      return type && stored ? [[key, toQueried(key, column, { type, stored, isUnmasked: true })]] : []
    }),
  )
}

/** The conditions of a statement, each with a fixed value, or with a parameter that staff fill in or leave empty. */
export function Conditions({ initial, sources, onChange }: Props) {
  const fields = useMemo(() => queriedColumns(sources), [sources])
  const codes = useMemo(() => listDictionaries(fields), [fields])
  const [conditions, setConditions] = useState(initial)
  const change = (next: ConditionGroup) => {
    setConditions(next)
    onChange(next)
  }
  const parameters = listConditions(conditions).flatMap(({ type, val }) =>
    type === parameterType ? [val] : [],
  )
  const drawValue: DrawValue = ({ condition, queried, onChange: set }) => (
    <ParameterOrValue condition={condition} queried={queried} parameters={parameters} onChange={set} />
  )
  return (
    <div className="view-query-part">
      <p className="view-design-hint">
        参数在报表上方由人填，没有填的不限制；名称、缺省值和必填在「参数」里改
      </p>
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
  const { rule, type, val } = condition
  const mayBe = canBeParameter(rule)
  const isParameter = mayBe && type === parameterType
  if (isPresence(rule)) return <div className="pro-advanced-value" />
  const fix = () => onChange({ ...condition, val: '', type: queried.field.type })
  const setKind = (kind: string) => {
    if (kind !== parameterType) return fix()
    const [, column] = splitPath(condition.field)
    const name = freeName(`${column}${ends[rule] ?? ''}`, (other) => parameters.includes(other))
    onChange({ ...condition, val: name, type: parameterType })
  }
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
        <Input
          aria-label={`${queried.title}的参数名`}
          addonBefore=":"
          value={val}
          status={/^[A-Za-z]\w*$/.test(val) ? '' : 'error'}
          onChange={({ target }) =>
            onChange({ ...condition, val: target.value.replace(/[^\w]/g, '').replace(/^[\d_]+/, '') })
          }
        />
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
