import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listObjects,
} from '#runtime/kernel/json.ts'
import { isSafeKey, nearestWord } from '#runtime/kernel/text/names.ts'
import type { Path } from '../../checks/report.ts'
import { auditKeys } from '../../types.ts'

/** A field that a flow writes and the document does not declare, and the place in the document that makes it. */
interface FlowField {
  field: JsonObject
  path: Path
}

/**
 * The fields that the flow of a screen makes: the state field, and those that its moves write, each where the screen does
 * not declare it and what is written has a type. A name that is nearly that of another field is a misspelling, and makes none.
 */
export function listFlowFields({ flow, fields }: JsonObject): FlowField[] {
  if (!isJsonObject(flow) || !Array.isArray(fields)) return []
  const taken = new Set(
    listObjects(fields).flatMap(({ key, renamedFrom }) => [asText(key) ?? '', asText(renamedFrom) ?? '']),
  )
  const found: FlowField[] = []
  const add = (path: Path, field: JsonObject | undefined) => {
    const key = asText(field?.key)
    if (!field || key === undefined || taken.has(key) || !isSafeKey(key)) return
    if (auditKeys.some((audit) => audit === key) || nearestWord(key, taken) !== undefined) return
    taken.add(key)
    found.push({ field, path })
  }
  add(['flow', 'field'], stateField(flow))
  for (const [at, move] of listObjectEntries(flow.moves)) {
    const title = asText(move.title) ?? ''
    for (const [key, value] of isJsonObject(move.set) ? Object.entries(move.set) : [])
      add(['flow', 'moves', at, 'set', key], writtenField(key, title, value))
    if (isJsonObject(move.ask)) add(['flow', 'moves', at, 'ask', 'key'], answerField(move.ask))
  }
  return found
}

/** The screen with the fields of its flow after its own; without the states, which are in the field then. */
export function withFlowFields(screen: JsonObject): JsonObject {
  const made = listFlowFields(screen).map(({ field }) => field)
  if (made.length === 0) return screen
  const all = { ...screen, fields: [...(screen.fields as unknown[]), ...made] }
  return made.some(({ key }) => isJsonObject(screen.flow) && key === screen.flow.field)
    ? withoutStates(all)
    : all
}

/** The screen whose flow does not list its states. */
export function withoutStates(screen: JsonObject): JsonObject {
  if (!isJsonObject(screen.flow)) return screen
  const { states: _, ...flow } = screen.flow
  return { ...screen, flow }
}

/** The place in a flow that writes a field first. */
export function flowPlace(flow: unknown, key: string): Path | undefined {
  if (!isJsonObject(flow)) return undefined
  if (flow.field === key) return ['flow', 'field']
  for (const [at, { set, ask }] of listObjectEntries(flow.moves)) {
    if (isJsonObject(set) && Object.hasOwn(set, key)) return ['flow', 'moves', at, 'set', key]
    if (isJsonObject(ask) && ask.key === key) return ['flow', 'moves', at, 'ask', 'key']
  }
  return undefined
}

function stateField({ field: key, initial, states, moves }: JsonObject): JsonObject | undefined {
  const listed = listObjects(states).flatMap(({ value, color }) => {
    const word = asText(value)
    return word === undefined ? [] : [[word, color] as const]
  })
  const reached = [initial, ...listObjects(moves).map(({ to }) => to)].flatMap((word) => asText(word) ?? [])
  const values = listed.length > 0 ? listed.map(([value]) => value) : [...new Set(reached)]
  if (asText(key) === undefined || values.length === 0) return undefined
  const tag = Object.fromEntries(listed.filter(([, color]) => color !== undefined))
  return {
    key,
    title: '状态',
    type: 'select',
    width: 100,
    options: values.map((value) => ({ value })),
    query: 'eq',
    form: false,
    ...(Object.keys(tag).length > 0 && { tag }),
  }
}

/** The field for a value that a move named `title` writes; undefined where its type does not follow from the value. */
function writtenField(key: string, title: string, value: unknown): JsonObject | undefined {
  switch (typeof value === 'string' ? value.replaceAll(/\s/g, '') : value) {
    case '=user.realname':
      return { key, title: `${title}人`, type: 'input', width: 100, form: false }
    case '=user.username':
      return { key, title: `${title}人`, type: 'sel_user', width: 100, form: false }
    case '=now()':
      return { key, title: `${title}时间`, type: 'datetime', list: false, form: false }
    case '=today()':
      return { key, title: `${title}日期`, type: 'date', width: 120, form: false }
    default:
      return undefined
  }
}

/** The field for the text that a move asks for: shown where there is one. */
function answerField({ key, title }: JsonObject): JsonObject {
  return {
    key,
    title,
    type: 'textarea',
    span: 3,
    length: 200,
    disabled: true,
    showIf: `${String(key)} != null`,
    list: false,
  }
}
