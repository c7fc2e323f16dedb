import { isJsonObject, type JsonObject, listObjects, listTexts } from '#runtime/kernel/json.ts'
import { nearestWord } from '#runtime/kernel/text/names.ts'
import { initials } from '#runtime/kernel/text/pinyin.ts'
import { builtInActions, getActions } from '#runtime/schema/action-codes.ts'
import { toPerm } from '#runtime/schema/compose/copy-document.ts'
import { auditKeys, type ScreenDocument } from '#runtime/schema/types.ts'
import { fieldAt, getKey, listFields, listNamedFields } from '../document-edit.ts'
import { getFlow, listMoves, withFlow } from './flow-states.ts'

/** Codes of moves that many documents have, by their titles. */
const codesByTitle: Readonly<Record<string, string>> = {
  提交: 'submit',
  审核: 'audit',
  反审核: 'unaudit',
  驳回: 'reject',
  同意: 'approve',
  撤回: 'recall',
  通过: 'pass',
  退回: 'back',
  作废: 'cancel',
  初审: 'first',
  复审: 'second',
}

/** A code for a move of this title that no other button of the document has. */
export function suggestCode(document: JsonObject, title: string): string {
  const letters = initials(title)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^\d+/, '')
  const wanted = codesByTitle[title] ?? (letters || 'move')
  const taken = new Set([
    ...Object.keys(builtInActions),
    ...listMoves(document).map(({ code }) => String(code)),
  ])
  for (let number = 1; ; number++) {
    const code = number === 1 ? wanted : `${wanted}${number}`
    if (!taken.has(code)) return code
  }
}

export const findMove = (document: JsonObject, code: string): JsonObject | undefined =>
  listMoves(document).find((move) => move.code === code)

const withMoves = (document: JsonObject, change: (moves: JsonObject[]) => JsonObject[]): JsonObject =>
  withFlow(document, (flow) => ({ ...flow, moves: change(listObjects(flow.moves)) }))

/** The document with other words of a move; a word that is undefined is removed. */
export const changeMove = (document: JsonObject, code: string, words: JsonObject): JsonObject =>
  withMoves(document, (moves) =>
    moves.map((move) =>
      move.code === code
        ? Object.fromEntries(Object.entries({ ...move, ...words }).filter(([, value]) => value !== undefined))
        : move,
    ),
  )

/** The document with a move between two states and its button in each row. */
export function addMove(
  document: JsonObject,
  title: string,
  from: readonly string[],
  to: string,
): JsonObject {
  const code = suggestCode(document, title)
  return putButton(
    withMoves(document, (moves) => [...moves, { code, title, from: [...from], to }]),
    'row',
    code,
    true,
  )
}

type Place = 'toolbar' | 'row'

const readActions = (document: JsonObject): { toolbar: unknown[]; row: unknown[] } => {
  const { toolbar, row } = getActions(document as unknown as ScreenDocument)
  return { toolbar: [...toolbar], row: [...row] }
}

export const hasButton = (document: JsonObject, place: Place, code: string): boolean =>
  readActions(document)[place].some((entry) => entry === code)

/** The document with a button, before the one that deletes, or without it. */
export function putButton(document: JsonObject, place: Place, code: string, isShown: boolean): JsonObject {
  if (hasButton(document, place, code) === isShown) return document
  const actions = readActions(document)
  const others = actions[place].filter((entry) => entry !== code)
  const at = others.findIndex((entry) => typeof entry === 'string' && entry.startsWith('delete'))
  const written = isJsonObject(document.actions) ? document.actions : actions
  return {
    ...document,
    actions: {
      ...written,
      [place]: isShown ? others.toSpliced(at < 0 ? others.length : at, 0, code) : others,
    },
  }
}

export const readPerm = (document: JsonObject): string =>
  typeof document.perm === 'string' ? document.perm : toPerm(String(document.id))

/** The codes of roles that the document proposes for a move. */
export const listMovers = (document: JsonObject, code: string): string[] =>
  isJsonObject(document.roles)
    ? Object.entries(document.roles).flatMap(([role, codes]) =>
        listTexts(codes).includes(`${readPerm(document)}:${code}`) ? [role] : [],
      )
    : []

/** The document that proposes a move for these roles, with the list and the records that they need for it. */
export function letMove(document: JsonObject, code: string, movers: readonly string[]): JsonObject {
  const perm = readPerm(document)
  const before = isJsonObject(document.roles) ? document.roles : {}
  const names = [...new Set([...Object.keys(before), ...movers])]
  const roles = Object.fromEntries(
    names.flatMap((role) => {
      const codes = listTexts(before[role])
      const isMover = movers.includes(role)
      if (codes.includes(`${perm}:${code}`) === isMover) return codes.length > 0 ? [[role, codes]] : []
      const others = codes.filter((entry) => entry !== `${perm}:${code}`)
      const needed = [`${perm}:list`, `${perm}:detail`].filter((entry) => !others.includes(entry))
      const next = isMover ? [...others, ...needed, `${perm}:${code}`] : others
      return next.length > 0 ? [[role, next]] : []
    }),
  )
  const { roles: _, ...rest } = document
  return Object.keys(roles).length > 0 ? { ...document, roles } : rest
}

/** The document with other entries of what happens after changes; none are absent. */
function withThen(document: JsonObject, entries: readonly JsonObject[]): JsonObject {
  const { then: _, ...rest } = document
  // biome-ignore lint/suspicious/noThenProperty: a keyword of documents
  return entries.length > 0 ? { ...document, then: entries } : rest
}

/** The message to the author after a move, as its entry in `then`. */
const findMessage = (document: JsonObject, code: string): JsonObject | undefined =>
  listObjects(document.then).find(
    (entry) =>
      entry.on === 'move' &&
      entry.move === code &&
      isJsonObject(entry.notify) &&
      isJsonObject(entry.notify.to) &&
      listTexts(entry.notify.to.users).includes('=createBy'),
  )

export const tellsAuthor = (document: JsonObject, code: string): boolean =>
  findMessage(document, code) !== undefined

/** The document that tells the author of a record about a move, or does not. */
export function tellAuthor(document: JsonObject, code: string, isTold: boolean): JsonObject {
  const message = findMessage(document, code)
  if ((message !== undefined) === isTold) return document
  const others = listObjects(document.then).filter((entry) => entry !== message)
  if (!isTold) return withThen(document, others)
  const [first] = listFields(document).filter(
    ({ type, fields }) => type !== 'hidden' && !Array.isArray(fields),
  )
  const name = first ? ` \${${getKey(first)}}` : ''
  const title = `${String(document.title)}${name}：${String(findMove(document, code)?.title)}`
  const notify = { to: { users: ['=createBy'] }, title, text: '请查看' }
  return withThen(document, [...others, { on: 'move', move: code, notify }])
}

/** Who made a move and when, as the expressions that `set` writes. */
const stamps = { person: ['=user.realname', '=user.username'], time: ['=now()', '=today()'] } as const
export type Stamp = keyof typeof stamps
/** The fields of the auditor in the documents of the system. */
const auditFields = { person: 'fauditor', time: 'fauditTime' } as const

/** A key that the flow may write: it is not taken for a misspelling of another field, for which no field is made. */
function freeFlowKey(document: JsonObject, wanted: string): string {
  const taken = listNamedFields(document).map(getKey)
  let key = wanted
  while (!taken.includes(key) && nearestWord(key, taken) !== undefined) key = `${key}InFlow`
  return key
}

const readSet = (move: JsonObject | undefined): JsonObject => (isJsonObject(move?.set) ? move.set : {})
const isStamp = (value: unknown, stamp: Stamp): boolean => stamps[stamp].some((text) => text === value)

export const hasStamp = (document: JsonObject, code: string, stamp: Stamp): boolean =>
  Object.values(readSet(findMove(document, code))).some((value) => isStamp(value, stamp))

const withSet = (document: JsonObject, code: string, set: JsonObject): JsonObject =>
  changeMove(document, code, { set: Object.keys(set).length > 0 ? set : undefined })

/** The document whose move writes who made it or when, in fields that the flow makes, or does not. */
export function writeStamp(document: JsonObject, code: string, stamp: Stamp, isWritten: boolean): JsonObject {
  const move = findMove(document, code)
  const others = Object.fromEntries(
    Object.entries(readSet(move)).filter(([, value]) => !isStamp(value, stamp)),
  )
  const usual = code === 'audit' ? auditFields[stamp] : `f${code}${stamp === 'person' ? 'By' : 'Time'}`
  const key = isWritten ? freeFlowKey(document, usual) : usual
  return withSet(document, code, isWritten ? { ...others, [key]: stamps[stamp][0] } : others)
}

/** The fields in which other moves write who made them and when. */
const listStamped = (document: JsonObject, code: string): string[] =>
  listMoves(document).flatMap((move) =>
    move.code === code
      ? []
      : Object.entries(readSet(move)).flatMap(([key, value]) =>
          isStamp(value, 'person') || isStamp(value, 'time') ? [key] : [],
        ),
  )

/** Whether a move empties what others wrote about themselves; undefined where they write nothing. */
export function clearsStamps(document: JsonObject, code: string): boolean | undefined {
  const keys = listStamped(document, code)
  return keys.length === 0 ? undefined : keys.some((key) => readSet(findMove(document, code))[key] === null)
}

export function clearStamps(document: JsonObject, code: string, isCleared: boolean): JsonObject {
  const keys = listStamped(document, code)
  const others = Object.fromEntries(
    Object.entries(readSet(findMove(document, code))).filter(
      ([key, value]) => value !== null || !keys.includes(key),
    ),
  )
  return withSet(document, code, {
    ...others,
    ...(isCleared && Object.fromEntries(keys.map((key) => [key, null]))),
  })
}

/** The document whose move asks for a text; an empty title asks for nothing. */
export function askFor(document: JsonObject, code: string, title: string, isRequired: boolean): JsonObject {
  const { ask } = findMove(document, code) ?? {}
  const before = isJsonObject(ask) ? ask : {}
  const { required: _, ...rest } = before
  const key = typeof before.key === 'string' ? before.key : freeFlowKey(document, 'fopinion')
  const next = title === '' ? undefined : { ...rest, key, title, ...(isRequired && { required: true }) }
  return changeMove(document, code, { ask: next })
}

/** The document with another title of a move; its code follows as long as the move is not released. */
export function titleMove(
  document: JsonObject,
  code: string,
  title: string,
  isReleased: boolean,
): [JsonObject, string] {
  const titled = changeMove(document, code, { title })
  const next = isReleased || title.trim() === '' ? code : suggestCode(withoutMove(document, code), title)
  if (next === code) return [titled, code]
  const movers = listMovers(titled, code)
  const recoded = changeMove(letMove(titled, code, []), code, { code: next })
  const places = (['toolbar', 'row'] as const).filter((place) => hasButton(document, place, code))
  const swapped = places.reduce(
    (draft, place) => putButton(putButton(draft, place, code, false), place, next, true),
    recoded,
  )
  const entries = listObjects(swapped.then).map((entry) =>
    entry.move === code ? { ...entry, move: next } : entry,
  )
  return [letMove(withThen(swapped, entries), next, movers), next]
}

const withoutMove = (document: JsonObject, code: string): JsonObject =>
  withMoves(document, (moves) => moves.filter((move) => move.code !== code))

/** The document without a move, its buttons, its grants and what happens after it. */
export function removeMove(document: JsonObject, code: string): JsonObject {
  const bare = letMove(putButton(putButton(document, 'toolbar', code, false), 'row', code, false), code, [])
  const left = listObjects(bare.then).filter((entry) => !(entry.on === 'move' && entry.move === code))
  return withThen(withoutMove(bare, code), left)
}

/** The fields of these paths that the document lacks; `items.spid` is the field of a detail. */
export const listMissing = (document: JsonObject, paths: readonly string[] = []): string[] =>
  paths.filter((path) => !auditKeys.some((key) => key === path) && !fieldAt(document, path.split('.')))

/** Why the flow is not complete; empty where it is. */
export function flowFault(document: JsonObject): string {
  const moves = listMoves(document)
  if (moves.length === 0) return '还没有动作：从一个状态拖到另一个状态，或在状态里添加'
  const untitled = moves.find(({ title }) => typeof title !== 'string' || title.trim() === '')
  if (untitled) return '有动作没有名称，请填写'
  const stuck = moves.find(({ from }) => listTexts(from).length === 0)
  if (stuck) return `动作「${String(stuck.title)}」没有从哪个状态来，请选一个`
  return typeof getFlow(document).initial === 'string' ? '' : '请选新增的记录从哪个状态开始'
}
