import { useMemo, useState } from 'react'
import { isJsonObject, isSameJson, type JsonObject, listTexts } from '#runtime/kernel/json.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { PanelWord, SettingsPanel } from '#runtime/schema/settings/settings-node.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { ImmediateForm } from '#runtime/screens/form/ImmediateForm.tsx'
import { partUrl } from '../../document-edit.ts'
import type { BoundScreen } from '../useBoundScreen.ts'
import { levelText } from '../words/step-words.ts'
import { positionDict, roleDict } from '../words/useStepNames.ts'

interface Props {
  /** The word of the step, whose panel names the ways to mean people. */
  word: PanelWord
  value: unknown
  bound: BoundScreen
  onChange(value: JsonObject | undefined): void
}

/** The key of the input for the fields of the record that contain a user. */
const fromRecord = 'fromRecord'

/** The levels of heads, as far as a document may name them. */
const MAX_LEVEL = 10
const listLevels = (from: number, suffix = '') =>
  Array.from({ length: MAX_LEVEL - from + 1 }, (_, at) => ({
    value: String(from + at),
    text: `${levelText(from + at)}${suffix}`,
  }))

const listWords = (word: PanelWord): SettingsPanel => (word.node?.kind === 'object' ? word.node.panel : [])

/** The people of a step: users, roles, positions, heads of departments, and users named in the record. */
export function PeopleSettings({ word, value, bound, onChange }: Props) {
  const to = isJsonObject(value) ? value : {}
  const [round, setRound] = useState(0)
  const [written, setWritten] = useState(to)
  // Others come from undo or from the source.
  if (!isSameJson(to, written)) {
    setWritten(to)
    setRound(round + 1)
  }
  const userFields = useMemo(
    () =>
      [...bound.queried.values()]
        .filter(({ type }) => type.usualFor === 'user')
        .map(({ path, title }) => ({ value: path, text: title })),
    [bound.queried],
  )
  const words = listWords(word)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another form
  const screen = useMemo(
    (): ScreenDocument => ({
      version: currentVersion,
      kind: 'screen',
      id: 'designer/people',
      title: String(word.field.title),
      url: partUrl,
      fields: words.flatMap((entry) => buildFields(entry, userFields)),
      form: { columnCount: 1 },
    }),
    [word, userFields, round],
  )
  const write = (record: Readonly<Record<string, unknown>>) => {
    const next = writePeople(record, to, words)
    if (isSameJson(next, to)) return
    setWritten(next)
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <ImmediateForm
      key={`${round} ${userFields.length}`}
      screen={screen}
      record={readPeople(to)}
      onChange={write}
    />
  )
}

function buildFields({ field }: PanelWord, userFields: readonly { value: string; text: string }[]): Field[] {
  const { key, title = key, help } = field
  const base = { key, title, ...(help !== undefined && { help }) }
  const levels = { type: 'select', allowClear: true, placeholder: '不选' }
  if (key === 'users')
    return [
      { ...base, key, title: '指定的人', type: 'sel_user', multi: true },
      { key: fromRecord, title: '记录里的人', type: 'list_multi', options: [...userFields] },
    ]
  if (key === 'roles') return [{ ...base, key, type: 'list_multi', dictCode: roleDict }]
  if (key === 'positions') return [{ ...base, key, type: 'list_multi', dictCode: positionDict }]
  if (key === 'heads') return [{ ...base, ...levels, options: listLevels(1) }]
  if (key === 'upTo') return [{ ...base, ...levels, options: listLevels(2), showIf: 'heads != null' }]
  return [{ ...field }]
}

const joined = (list: readonly string[]): string | null => (list.length === 0 ? null : list.join(','))
const split = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(',').filter((part) => part !== '') : []

const isField = (user: string): boolean => /^=\s*[A-Za-z]\w*$/.test(user)
const level = (value: unknown): string | null => (value === undefined ? null : String(value))

/** The people as the form shows them. */
function readPeople(to: JsonObject): JsonObject {
  const users = listTexts(to.users)
  return {
    ...to,
    users: joined(users.filter((user) => !user.startsWith('='))),
    [fromRecord]: joined(users.filter(isField).map((user) => user.slice(1).trim())),
    roles: joined(listTexts(to.roles)),
    positions: joined(listTexts(to.positions)),
    heads: level(to.heads),
    upTo: level(to.upTo),
  }
}

/** The people of a record of the form; expressions that are no field stay. */
function writePeople(
  record: Readonly<Record<string, unknown>>,
  before: JsonObject,
  words: SettingsPanel,
): JsonObject {
  const users = [
    ...split(record.users),
    ...split(record[fromRecord]).map((key) => `=${key}`),
    ...listTexts(before.users).filter((user) => user.startsWith('=') && !isField(user)),
  ]
  const number = (value: unknown) =>
    value === null || value === undefined || value === '' ? [] : Number(value)
  const special: JsonObject = {
    users,
    roles: split(record.roles),
    positions: split(record.positions),
    heads: number(record.heads),
    upTo: number(record.heads) === 0 ? [] : number(record.upTo),
  }
  const entries = words.map(({ field: { key } }) => [
    key,
    Object.hasOwn(special, key) ? special[key] : record[key],
  ])
  const isNone = (value: unknown) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(entries.filter(([, value]) => !isNone(value)))
}
