import { Segmented } from 'antd'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { type JsonObject, listTexts } from '#runtime/kernel/json.ts'
import { getTitle, isDerived } from '#runtime/schema/derive.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import { findWord, type StepKind } from '../edit/step-kinds.ts'
import type { BoundScreen } from '../useBoundScreen.ts'

interface Props {
  step: JsonObject
  kind: StepKind
  bound: BoundScreen
  onChange(step: JsonObject): void
}

/** The rights of a step over a field, with the word that lists the fields; those that no word lists are read. */
const rights = [
  { value: 'write', label: '可改' },
  { value: 'read', label: '只读' },
  { value: 'hidden', label: '隐藏' },
] as const
type Right = (typeof rights)[number]['value']

/** Whether the server alone writes a field, so that nobody changes it in a step. */
const isLocked = (field: Field, stateKey: string | undefined): boolean =>
  isDetail(field) || field.key === stateKey || field.persist === false || isDerived(field)

/** What the people of a step may do with each field of the record. */
export function FieldRights({ step, kind, bound, onChange }: Props) {
  const types = useFieldTypes()
  const { screen } = bound
  if (!screen) return null
  const offered = rights.filter(({ value }) => value === 'read' || findWord(kind, value) !== undefined)
  if (offered.length < 2) return null
  const listed = (word: string) => listTexts(step[word])
  const findRight = (key: string): Right =>
    offered.find(({ value }) => value !== 'read' && listed(value).includes(key))?.value ?? 'read'
  const choose = (key: string, right: Right) => {
    const next: JsonObject = { ...step }
    for (const { value } of offered) {
      if (value === 'read') continue
      const others = listed(value).filter((other) => other !== key)
      const keys = value === right ? [...others, key] : others
      if (keys.length > 0) next[value] = keys
      else delete next[value]
    }
    onChange(next)
  }
  const fields = screen.fields.filter(
    ({ key, type }) =>
      type !== 'hidden' && key !== screen.flow?.field && types.get(type)?.dataType !== undefined,
  )
  return (
    <section className="view-flow-rights" aria-label="字段权限">
      <b>字段权限</b>
      <ul>
        {fields.map((field) => {
          const locked = isLocked(field, screen.flow?.field)
          return (
            <li key={field.key}>
              <span>{getTitle(field)}</span>
              <Segmented
                size="small"
                aria-label={`${getTitle(field)}的权限`}
                value={findRight(field.key)}
                options={offered.map(({ value, label }) => ({
                  value,
                  label,
                  disabled: value === 'write' && locked,
                }))}
                onChange={(right) => choose(field.key, right)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
