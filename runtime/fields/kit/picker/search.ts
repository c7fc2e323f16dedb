import type { Suggest, Suggestion } from './suggest/suggest.ts'

/** Milliseconds after the last key before the server is asked. */
const SEARCH_DELAY_MS = 150

/** One search for a typed text. It starts after a pause, or at once by `begin`; `stop` cancels it. */
export interface Search {
  text: string
  hits: Promise<readonly Suggestion[]>
  /** The answer or its failure has arrived. */
  isAnswered: boolean
  /** Steps that the mark was moved before the answer. */
  moves: number
  begin(): void
  stop(): void
}

export function startSearch(suggest: Suggest, text: string): Search {
  const control = new AbortController()
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const timer = setTimeout(begin, SEARCH_DELAY_MS)
  const hits = begun.then(() => (control.signal.aborted ? [] : suggest(text, control.signal)))
  const search: Search = {
    text,
    hits,
    isAnswered: false,
    moves: 0,
    begin,
    stop() {
      clearTimeout(timer)
      control.abort()
      // A key handler may wait for the hits.
      begin()
    },
  }
  const answered = () => {
    search.isAnswered = true
  }
  hits.then(answered, answered)
  return search
}

/** The suggestion that Enter takes without a mark: the only one, or the only exact one. */
function clearHit(hits: readonly Suggestion[]): Suggestion | undefined {
  const exact = hits.filter(({ isExact }) => isExact)
  return hits.length === 1 ? hits[0] : exact.length === 1 ? exact[0] : undefined
}

/** Moves a mark; at the ends it stays. -1: there is none. */
export const movedMark = (mark: number, by: number, count: number): number =>
  count === 0 ? -1 : Math.min(count - 1, Math.max(0, mark + by))

/** The mark of an answer: on the clear hit of a text, moved as the user did before the answer. */
export function firstMark({ text, moves }: Search, hits: readonly Suggestion[]): number {
  const hit = text === '' ? undefined : clearHit(hits)
  const mark = hit ? hits.indexOf(hit) : -1
  return moves === 0 ? mark : movedMark(mark, moves, hits.length)
}
