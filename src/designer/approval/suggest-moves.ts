import { asText, isJsonObject, type JsonObject, listObjects, listTexts } from '#runtime/kernel/json.ts'

/** The codes of the moves of a screen that a workflow makes; absent where the screen has none that serves. */
export interface SuggestedMoves {
  start?: string
  pass?: string
  back?: string
  stop?: string
}

const asksForText = ({ ask }: JsonObject): boolean => isJsonObject(ask) && ask.required === true
const toCode = (move: JsonObject | undefined): string | undefined => asText(move?.code)

/** The moves that a workflow can make from the state that `start` reaches. */
function listFollowing(start: JsonObject, flow: JsonObject): SuggestedMoves {
  const state = String(start.to)
  const isEditable = ({ to }: JsonObject) =>
    flow.editable === undefined || listTexts(flow.editable).includes(String(to))
  const onward = listObjects(flow.moves).filter(
    (move) => listTexts(move.from).includes(state) && move.to !== state && !asksForText(move),
  )
  const back = onward.find((move) => isEditable(move) && listTexts(start.from).includes(String(move.to)))
  // A record that is passed is usually edited no more.
  const others = onward.filter((move) => move !== back)
  const pass = others.find((move) => !isEditable(move)) ?? others[0]
  const stop = others.find((move) => move.to !== pass?.to && !isEditable(move))
  const found = { start: toCode(start), pass: toCode(pass), back: toCode(back), stop: toCode(stop) }
  return Object.fromEntries(Object.entries(found).filter(([, code]) => code !== undefined))
}

/**
 * The moves that a workflow of a screen may make: one into a state that cannot be edited, from there one to the end and one
 * back to where the record is edited and submitted again. With several the one with the most of them.
 */
export function suggestMoves(flow: unknown): SuggestedMoves {
  if (!isJsonObject(flow)) return {}
  const editable = flow.editable === undefined ? undefined : listTexts(flow.editable)
  const starts = listObjects(flow.moves).filter(
    ({ to, from }) =>
      to !== flow.initial &&
      editable?.includes(String(to)) === false &&
      listTexts(from).some((state) => editable.includes(state)),
  )
  const suggestions = starts.map((start) => listFollowing(start, flow))
  const count = (moves: SuggestedMoves) => Object.keys(moves).length
  return suggestions.toSorted((moves, other) => count(other) - count(moves))[0] ?? {}
}

/** Whether a workflow has all the moves that it must have. */
export const isComplete = ({ start, pass, back }: SuggestedMoves): boolean =>
  start !== undefined && pass !== undefined && back !== undefined
