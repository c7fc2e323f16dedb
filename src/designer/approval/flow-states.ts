import { isJsonObject, type JsonObject, listObjects, listTexts } from '#runtime/kernel/json.ts'
import { toPreset } from '#runtime/schema/names/color-words.ts'
import { getKey, listFields, listNamedFields } from '../document-edit.ts'

/** A state of the records of a document. */
export interface FlowState {
  value: string
  color: string | undefined
  isInitial: boolean
  /** Whether records in this state may be edited and deleted. */
  isEditable: boolean
}

/** Where the states of a document are written: in the flow, in the options of its field, or in a dictionary. */
export type StateHome = 'flow' | 'options' | 'dictionary'

export const getFlow = ({ flow }: JsonObject): JsonObject => (isJsonObject(flow) ? flow : {})
export const listMoves = (document: JsonObject): JsonObject[] => listObjects(getFlow(document).moves)

/** The state field that the document declares; undefined where the flow makes it. */
const findStateField = (document: JsonObject): JsonObject | undefined =>
  listFields(document).find((field) => getKey(field) === getFlow(document).field)

export function findStateHome(document: JsonObject): StateHome {
  const field = findStateField(document)
  if (!field) return 'flow'
  return typeof field.dictCode === 'string' && !Array.isArray(field.options) ? 'dictionary' : 'options'
}

/** The states in their order, with those of a dictionary; states that only the flow names follow them. */
export function listStates(document: JsonObject, ofDictionary: readonly string[] = []): FlowState[] {
  const flow = getFlow(document)
  const field = listNamedFields(document).find((entry) => getKey(entry) === flow.field)
  const colors = field && isJsonObject(field.tag) ? field.tag : {}
  const listed = listObjects(flow.states)
  const options = listObjects(field?.options).map(({ value }) => String(value))
  const reached = [
    ...(typeof flow.initial === 'string' ? [flow.initial] : []),
    ...listMoves(document).flatMap(({ from, to }) => [...listTexts(from), ...listTexts([to])]),
  ]
  const values = new Set([
    ...listed.map(({ value }) => String(value)),
    ...options,
    ...ofDictionary,
    ...reached,
  ])
  // Without the keyword all states are editable.
  const editable = Array.isArray(flow.editable) ? new Set(listTexts(flow.editable)) : values
  return [...values].map((value) => {
    const color = toPreset(colors[value] ?? listed.find((state) => state.value === value)?.color)
    return {
      value,
      color: typeof color === 'string' ? color : undefined,
      isInitial: flow.initial === value,
      isEditable: editable.has(value),
    }
  })
}

/** The document with another flow. */
export const withFlow = (document: JsonObject, change: (flow: JsonObject) => JsonObject): JsonObject => ({
  ...document,
  flow: change(getFlow(document)),
})

/** The document with another state field, where it declares one. */
const withStateField = (document: JsonObject, change: (field: JsonObject) => JsonObject): JsonObject => {
  const field = findStateField(document)
  return field
    ? { ...document, fields: listFields(document).map((entry) => (entry === field ? change(entry) : entry)) }
    : document
}

/** The flow's own list of states, begun with those that it only reaches. */
const writtenStates = (document: JsonObject): JsonObject[] => {
  const { states } = getFlow(document)
  return Array.isArray(states)
    ? listObjects(states)
    : listStates(document).map(({ value, color }) => ({ value, ...(color !== undefined && { color }) }))
}

const withStates = (document: JsonObject, change: (states: JsonObject[]) => JsonObject[]): JsonObject =>
  findStateHome(document) === 'flow'
    ? withFlow(document, (flow) => ({ ...flow, states: change(writtenStates(document)) }))
    : withStateField(document, (field) => ({ ...field, options: change(listObjects(field.options)) }))

export const addState = (document: JsonObject, value: string): JsonObject =>
  withStates(document, (states) => [...states, { value }])

/** The document with a state in another colour; undefined for none. */
export function colorState(document: JsonObject, value: string, color: string | undefined): JsonObject {
  if (findStateHome(document) === 'flow')
    return withStates(document, (states) =>
      states.map((state) => {
        if (state.value !== value) return state
        const { color: _, ...rest } = state
        return color === undefined ? rest : { ...rest, color }
      }),
    )
  return withStateField(document, (field) => {
    const { [value]: _, ...others } = isJsonObject(field.tag) ? field.tag : {}
    return { ...field, tag: color === undefined ? others : { ...others, [value]: color } }
  })
}

export const beginAt = (document: JsonObject, value: string): JsonObject =>
  withFlow(document, (flow) => ({ ...flow, initial: value }))

export const letEdit = (
  document: JsonObject,
  states: readonly FlowState[],
  value: string,
  isEditable: boolean,
): JsonObject =>
  withFlow(document, (flow) => {
    const editable = Array.isArray(flow.editable)
      ? listTexts(flow.editable)
      : states.map((state) => state.value)
    const others = editable.filter((state) => state !== value)
    return { ...flow, editable: isEditable ? [...others, value] : others }
  })

/** The document with another name of a state, in the flow and in the field of its states. */
export function renameState(document: JsonObject, from: string, to: string): JsonObject {
  const rename = (value: unknown) => (value === from ? to : value)
  const renamed = withStates(document, (states) =>
    states.map((state) => ({ ...state, value: rename(state.value) })),
  )
  const tagged = withStateField(renamed, (field) =>
    isJsonObject(field.tag)
      ? {
          ...field,
          tag: Object.fromEntries(Object.entries(field.tag).map(([state, color]) => [rename(state), color])),
        }
      : field,
  )
  return withFlow(tagged, (flow) => ({
    ...flow,
    initial: rename(flow.initial),
    ...(Array.isArray(flow.editable) && { editable: flow.editable.map(rename) }),
    moves: listObjects(flow.moves).map((move) => ({
      ...move,
      from: listTexts(move.from).map(rename),
      to: rename(move.to),
    })),
  }))
}

/** Why a state cannot be removed; empty where it can. */
export function stateUse(document: JsonObject, value: string): string {
  if (findStateHome(document) === 'dictionary') return '状态取自字典，请在字典里改'
  if (getFlow(document).initial === value) return '新增的记录从这里开始，请先另选一个初始状态'
  const moves = listMoves(document).filter(({ from, to }) => to === value || listTexts(from).includes(value))
  return moves.length > 0
    ? `动作「${moves.map(({ title }) => title).join('」「')}」用到它，请先删去或改到别的状态`
    : ''
}

export const removeState = (document: JsonObject, value: string): JsonObject =>
  withFlow(
    withStates(document, (states) => states.filter((state) => state.value !== value)),
    ({ editable, ...flow }) => ({
      ...flow,
      ...(Array.isArray(editable) && { editable: editable.filter((state) => state !== value) }),
    }),
  )
