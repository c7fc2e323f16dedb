import type { JsonObject } from '#runtime/kernel/json.ts'
import { addMove, askFor, changeMove, clearStamps, putButton, tellAuthor, writeStamp } from './flow-moves.ts'
import { getFlow, listMoves } from './flow-states.ts'

export interface FlowTemplate {
  name: string
  title: string
  build(document: JsonObject): JsonObject
}

interface PlannedMove {
  title: string
  from: readonly string[]
  to: string
  confirm?: string
  /** What people are asked for. */
  ask?: string
  isStamped?: true
  isTold?: true
  clears?: true
  /** A workflow makes the move, so that no row has a button for it. */
  isLed?: true
}

interface Plan {
  states: readonly [value: string, color?: string][]
  initial: string
  editable: readonly string[]
  moves: readonly PlannedMove[]
}

/** A key for the state field that no other field has: `fstates`, as in the documents of the system. */
const stateKey = ({ fields }: JsonObject): string =>
  Array.isArray(fields) && fields.some((field) => field?.key === 'fstates') ? 'fflowState' : 'fstates'

function applyMove(
  document: JsonObject,
  { title, from, to, confirm, ask, isStamped, isTold, clears, isLed }: PlannedMove,
) {
  const added = addMove(document, title, from, to)
  const code = String(listMoves(added).at(-1)?.code)
  let next = changeMove(added, code, { ...(confirm && { confirm }), ...(isStamped && { batch: true }) })
  if (ask) next = askFor(next, code, ask, true)
  if (isStamped) {
    next = writeStamp(writeStamp(next, code, 'person', true), code, 'time', true)
    next = putButton(next, 'toolbar', code, true)
  }
  if (isLed) next = putButton(next, 'row', code, false)
  if (isTold) next = tellAuthor(next, code, true)
  return clears ? clearStamps(next, code, true) : next
}

const template = (name: string, title: string, { states, initial, editable, moves }: Plan): FlowTemplate => ({
  name,
  title,
  build: (document) => {
    const { field = stateKey(document) } = getFlow(document)
    const begun: JsonObject = {
      ...document,
      flow: {
        field,
        states: states.map(([value, color]) => ({ value, ...(color && { color }) })),
        initial,
        editable: [...editable],
        moves: [],
      },
    }
    return moves.reduce(applyMove, begun)
  },
})

const undo = '反审核后可以再改，确定吗？'

/** Approvals that many bills have; the first is proposed for a new bill. */
export const flowTemplates: readonly [FlowTemplate, ...FlowTemplate[]] = [
  template('audit', '提交 → 审核 → 反审核', {
    states: [['草稿'], ['待审核', 'orange'], ['已审核', 'green']],
    initial: '草稿',
    editable: ['草稿'],
    moves: [
      { title: '提交', from: ['草稿'], to: '待审核' },
      { title: '审核', from: ['待审核'], to: '已审核', isStamped: true, isTold: true },
      { title: '驳回', from: ['待审核'], to: '草稿', ask: '驳回意见', isTold: true },
      { title: '反审核', from: ['已审核'], to: '草稿', confirm: undo, clears: true },
    ],
  }),
  template('twice', '两级审批', {
    states: [['草稿'], ['待初审', 'orange'], ['待复审', 'blue'], ['已审核', 'green']],
    initial: '草稿',
    editable: ['草稿'],
    moves: [
      { title: '提交', from: ['草稿'], to: '待初审' },
      { title: '初审', from: ['待初审'], to: '待复审', isStamped: true },
      { title: '复审', from: ['待复审'], to: '已审核', isStamped: true, isTold: true },
      { title: '驳回', from: ['待初审', '待复审'], to: '草稿', ask: '驳回意见', isTold: true },
      { title: '反审核', from: ['已审核'], to: '草稿', confirm: undo, clears: true },
    ],
  }),
  template('workflow', '提交 → 按流程审批', {
    states: [['草稿'], ['审批中', 'blue'], ['已通过', 'green'], ['已作废', 'grey']],
    initial: '草稿',
    editable: ['草稿'],
    moves: [
      { title: '提交', from: ['草稿'], to: '审批中' },
      { title: '通过', from: ['审批中'], to: '已通过', isLed: true },
      { title: '退回', from: ['审批中'], to: '草稿', isLed: true },
      { title: '作废', from: ['草稿', '审批中'], to: '已作废', confirm: '作废以后不能再提交，确定吗？' },
    ],
  }),
  template('request', '申请 → 同意或驳回', {
    states: [
      ['待审批', 'orange'],
      ['已同意', 'green'],
      ['已驳回', 'red'],
    ],
    initial: '待审批',
    editable: ['待审批', '已驳回'],
    moves: [
      { title: '同意', from: ['待审批'], to: '已同意', isStamped: true, isTold: true },
      { title: '驳回', from: ['待审批'], to: '已驳回', ask: '驳回理由', isTold: true },
      { title: '重新申请', from: ['已驳回'], to: '待审批' },
    ],
  }),
]
