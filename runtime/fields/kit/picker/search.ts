import type { Suggest, Suggestion } from './suggest.ts'

/** Milliseconds after the last key before the server is asked. */
const PAUSE = 150

/** One search for a typed text. It starts after a pause, or at once by `begin`; `stop` cancels it. */
export interface Search {
  text: string
  hits: Promise<readonly Suggestion[]>
  /** The answer or its failure has arrived. */
  isAnswered: boolean
  begin(): void
  stop(): void
}

export function startSearch(suggest: Suggest, text: string): Search {
  const control = new AbortController()
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const timer = setTimeout(begin, PAUSE)
  const hits = begun.then(() => (control.signal.aborted ? [] : suggest(text, control.signal)))
  const search: Search = {
    text,
    hits,
    isAnswered: false,
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
export function clearHit(hits: readonly Suggestion[]): Suggestion | undefined {
  const exact = hits.filter(({ isExact }) => isExact)
  return hits.length === 1 ? hits[0] : exact.length === 1 ? exact[0] : undefined
}
