import { auditTitle, getTitle } from '#runtime/schema/derive.ts'
import type { Flow, Move, ScreenDocument } from '#runtime/schema/types.ts'
import type { Values } from './scope.ts'

/** A move of a record, in the texts that people read. */
export interface RecordMove {
  id: string
  /** The name of the move: 审核, and 撤销审核 where it was undone. */
  title: string
  isUndone: boolean
  /** The state to which it led, as it is stored and as it is shown. */
  to: string
  state: string
  /** The name of the person who made it. */
  author: string
  time: string
  /** What its person wrote; empty for moves that ask for nothing. */
  opinion: string
}

/** The author of a record and its latest moves, newest last, as the server answers them. */
export interface RecordMoves {
  author: string
  createTime: string
  moves: readonly RecordMove[]
}

/** A move that a record offers in its state, as the server answers it. */
export interface NextMove {
  code: string
  title: string
  /** Why it cannot be made now, in words; null: it can. */
  hindrance: string | null
}

type Screen = Pick<ScreenDocument, 'flow' | 'url'>

/** Whether the generic route answers the moves of the records. */
export const hasMoves = ({ flow, url }: Screen): boolean => flow !== undefined && url?.queryById === undefined

/** The move of the flow between two states; where the former one is not known, the first that leads to the latter. */
export const moveBetween = ({ moves }: Flow, from: string | null, to: string): Move | undefined =>
  moves.find((move) => move.to === to && (from === null || move.from.includes(from)))

/** The keys to which a move writes the name of its user and its time. */
export function decisionKeys({ set = {} }: Pick<Move, 'set'>): { person?: string; time?: string } {
  const findKey = (...values: unknown[]) =>
    Object.entries(set).find(([, value]) => values.includes(value))?.[0]
  const person = findKey('=user.realname', '=user.username')
  const time = findKey('=now()', '=today()')
  return { ...(person !== undefined && { person }), ...(time !== undefined && { time }) }
}

const isApproval = ({ moves }: Flow): boolean => moves.some(({ title }) => title.includes('审'))

/** The words of the moves: of an approval, else of any other flow. */
export const moveWords = (flow: Flow) =>
  isApproval(flow)
    ? { title: '审批记录', author: '审核人', time: '审核时间' }
    : { title: '办理记录', author: '经办人', time: '办理时间' }

/** A titled text about a record. */
interface RecordFact {
  key: string
  title: string
  text: string
}

/** Who decided on the present state and when; a value that the user may not read is absent from the record. */
function listDecisionFacts(
  { flow, fields }: Pick<ScreenDocument, 'flow' | 'fields'>,
  record: Values,
  moves: RecordMoves['moves'],
): RecordFact[] {
  const state = flow && record[flow.field]
  if (!flow || !state || state === flow.initial) return []
  const made = moves.findLast(({ to, isUndone }) => !isUndone && to === state)
  const move = flow.moves.find(({ to, title }) => to === state && (!made || made.title === title))
  if (!move) return []
  const keys = decisionKeys(move)
  const words = moveWords(flow)
  const titleFor = (key: string | undefined, noun: '人' | '时间', word: string): string => {
    const field = fields.find((entry) => entry.key === key)
    return field?.title !== undefined ? getTitle(field) : isApproval(flow) ? `${move.title}${noun}` : word
  }
  const textFor = (key: string | undefined, text = ''): string =>
    key === undefined ? text : String(record[key] ?? '')
  const isAccount =
    keys.person !== undefined && keys.person in record && move.set?.[keys.person] === '=user.username'
  return [
    {
      key: keys.person ?? 'decidedBy',
      title: titleFor(keys.person, '人', words.author),
      text: (isAccount && made?.author) || textFor(keys.person, made?.author),
    },
    {
      key: keys.time ?? 'decidedAt',
      title: titleFor(keys.time, '时间', words.time),
      text: textFor(keys.time, made?.time),
    },
  ]
}

/** Who made a record and who decided on its present state, each with the time. */
export function recordFacts(
  screen: Pick<ScreenDocument, 'flow' | 'fields'>,
  record: Values,
  { author, createTime, moves }: RecordMoves,
): RecordFact[] {
  const isBill = screen.flow !== undefined && isApproval(screen.flow)
  const titleFor = (key: string, word: string) => (isBill ? word : (auditTitle(key) ?? word))
  const facts = [
    { key: 'createBy', title: titleFor('createBy', '制单人'), text: author },
    { key: 'createTime', title: titleFor('createTime', '制单时间'), text: createTime },
    ...listDecisionFacts(screen, record, moves),
  ]
  return facts.filter(({ text }) => text !== '')
}

const buildMoveColumns = ({ author, time }: ReturnType<typeof moveWords>) =>
  [
    { key: 'title', title: '操作', width: 110 },
    { key: 'author', title: author, width: 110 },
    { key: 'time', title: time, width: 170 },
    { key: 'opinion', title: '意见', width: 360 },
  ] as const

/** The moves as a table with one row for each, newest last. */
export function movesTable(flow: Flow, moves: readonly RecordMove[]) {
  const words = moveWords(flow)
  const columns = buildMoveColumns(words)
  return {
    title: words.title,
    columns,
    rows: moves.map((move) => ({ key: move.id, cells: columns.map(({ key }) => move[key]) })),
  }
}
