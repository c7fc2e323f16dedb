import { type JsonObject, listTexts } from '#runtime/kernel/json.ts'
import { type FlowState, listMoves } from './flow-states.ts'

export const nodeSize = { width: 112, height: 40 } as const
const gap = { column: 104, row: 40 } as const
const margin = 16
/** The distance of the arrows that run above or below the states. */
const lane = 32

export interface DrawnState {
  state: FlowState
  x: number
  y: number
}

/** The moves between two states, as one arrow; `x` and `y` are the middle of its labels. */
export interface DrawnMoves {
  from: string
  to: string
  moves: readonly JsonObject[]
  path: string
  x: number
  y: number
}

export interface FlowLayout {
  width: number
  height: number
  states: readonly DrawnState[]
  arrows: readonly DrawnMoves[]
}

/** The column of each state: how many moves lead there from the initial one; states that none reaches come last. */
function rankStates(
  states: readonly FlowState[],
  links: readonly { from: string; to: string }[],
): Map<string, number> {
  const ranks = new Map<string, number>()
  const first = states.find(({ isInitial }) => isInitial) ?? states[0]
  let reached = first ? [first.value] : []
  for (let rank = 0; reached.length > 0; rank++) {
    for (const value of reached) ranks.set(value, rank)
    const next = links.flatMap(({ from, to }) => (reached.includes(from) && !ranks.has(to) ? [to] : []))
    reached = [...new Set(next)]
  }
  const last = Math.max(-1, ...ranks.values()) + 1
  for (const { value } of states) if (!ranks.has(value)) ranks.set(value, last)
  return ranks
}

/** Draws the states from left to right in the order in which records reach them, and the moves as arrows. */
export function layoutFlow(states: readonly FlowState[], document: JsonObject): FlowLayout {
  const pairs = new Map<string, { from: string; to: string; moves: JsonObject[] }>()
  for (const move of listMoves(document))
    for (const from of listTexts(move.from)) {
      const to = String(move.to)
      const pair = pairs.get(JSON.stringify([from, to])) ?? { from, to, moves: [] }
      pair.moves.push(move)
      pairs.set(JSON.stringify([from, to]), pair)
    }
  const links = [...pairs.values()]
  const ranks = rankStates(states, links)
  const rankAt = (value: string) => ranks.get(value) ?? 0
  const isAbove = ({ from, to }: { from: string; to: string }) => rankAt(to) > rankAt(from) + 1
  const isBelow = ({ from, to }: { from: string; to: string }) => rankAt(to) < rankAt(from) || from === to
  const top = margin + links.filter(isAbove).length * lane
  const counts = new Map<number, number>()
  const drawn = states.map((state): DrawnState => {
    const rank = rankAt(state.value)
    const at = counts.get(rank) ?? 0
    counts.set(rank, at + 1)
    return {
      state,
      x: margin + rank * (nodeSize.width + gap.column),
      y: top + at * (nodeSize.height + gap.row),
    }
  })
  const rows = Math.max(1, ...counts.values())
  const bottom = top + rows * (nodeSize.height + gap.row) - gap.row
  let above = 0
  let below = 0
  let beside = 0
  const arrows = links.flatMap((link): DrawnMoves[] => {
    const from = drawn.find(({ state }) => state.value === link.from)
    const to = drawn.find(({ state }) => state.value === link.to)
    if (!from || !to) return []
    if (from !== to && from.x === to.x) {
      const isNext = Math.abs(from.y - to.y) === nodeSize.height + gap.row
      return [{ ...link, ...(isNext ? drawDown(from, to) : drawBeside(from, to, ++beside)) }]
    }
    if (!isAbove(link) && !isBelow(link)) return [{ ...link, ...drawForward(from, to) }]
    const isOver = isAbove(link)
    const level = isOver ? top - ++above * lane + 8 : bottom + ++below * lane - 4
    return [{ ...link, ...drawAround(from, to, level, isOver, isOver ? above : below) }]
  })
  return {
    width:
      Math.max(...drawn.map(({ x }) => x + nodeSize.width), 0) +
      margin +
      (beside > 0 ? (beside + 1) * lane : 0),
    height: bottom + below * lane + margin,
    states: drawn,
    arrows,
  }
}

function drawForward(from: DrawnState, to: DrawnState) {
  const [startX, startY] = [from.x + nodeSize.width, from.y + nodeSize.height / 2]
  const [endX, endY] = [to.x, to.y + nodeSize.height / 2]
  const middle = (startX + endX) / 2
  return {
    path: `M ${startX} ${startY} C ${middle} ${startY} ${middle} ${endY} ${endX} ${endY}`,
    x: middle,
    y: (startY + endY) / 2,
  }
}

/** An arrow between two states of one column with others between them, which it passes on the right. */
function drawBeside(from: DrawnState, to: DrawnState, order: number) {
  const right = from.x + nodeSize.width
  const x = right + order * lane
  const [startY, endY] = [from.y + nodeSize.height / 2, to.y + nodeSize.height / 2]
  return { path: `M ${right} ${startY} H ${x} V ${endY} H ${right}`, x, y: (startY + endY) / 2 }
}

/** An arrow between two states of one column, one below the other. */
function drawDown(from: DrawnState, to: DrawnState) {
  const isDown = to.y > from.y
  const x = from.x + nodeSize.width / 2 + (isDown ? -24 : 24)
  const startY = from.y + (isDown ? nodeSize.height : 0)
  const endY = to.y + (isDown ? 0 : nodeSize.height)
  return { path: `M ${x} ${startY} V ${endY}`, x, y: (startY + endY) / 2 }
}

/** An arrow that leaves and enters the states from above or from below, on a level of its own. */
function drawAround(from: DrawnState, to: DrawnState, level: number, isOver: boolean, order: number) {
  const shift = Math.min(8 + order * 8, nodeSize.width / 2 - 8)
  const startX = from.x + nodeSize.width / 2 + shift
  const endX = to.x + nodeSize.width / 2 + (from === to ? -shift : shift)
  const startY = from.y + (isOver ? 0 : nodeSize.height)
  const endY = to.y + (isOver ? 0 : nodeSize.height)
  return { path: `M ${startX} ${startY} V ${level} H ${endX} V ${endY}`, x: (startX + endX) / 2, y: level }
}
