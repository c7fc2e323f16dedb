import { useEffect, useRef, useState } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import type { SearchResult } from '../../text/searched-text.ts'
import { firstMark, movedMark, type Search, startSearch } from '../search.ts'
import type { Suggest, Suggestion } from './suggest.ts'

/** `waiting` until the server answers; `failed` carries its refusal. */
type State =
  | { status: 'closed' }
  | { status: 'waiting' }
  | { status: 'failed'; message: string }
  | { status: 'found'; hits: readonly Suggestion[]; marked: number }

const closed: State = { status: 'closed' }
const NO_MARK = -1

/** The list of suggestions below an input: opened by a typed text, moved through by arrow keys. */
export function useSuggestions(suggest: Suggest | undefined) {
  const [state, setState] = useState(closed)
  const search = useRef<Search | null>(null)
  /** The state as key handlers see it: several keys may arrive between two renders. */
  const now = useRef(state)
  const update = (next: State) => {
    now.current = next
    setState(next)
  }
  useEffect(() => () => search.current?.stop(), [])

  const close = () => {
    search.current?.stop()
    search.current = null
    update(closed)
  }
  const start = (text: string, begins = false) => {
    if (!suggest) return
    search.current?.stop()
    const started = startSearch(suggest, text)
    search.current = started
    // The list of the text before stays until the answer, without its mark.
    if (now.current.status !== 'found') update({ status: 'waiting' })
    else update({ ...now.current, marked: NO_MARK })
    const isLatest = () => search.current === started
    started.hits.then(
      (hits) => isLatest() && update({ status: 'found', hits, marked: firstMark(started, hits) }),
      (error) =>
        isLatest() && update({ status: 'failed', message: noticeText(error) ?? errorText('NO_RESULTS') }),
    )
    if (begins) started.begin()
  }
  const marked = (): Suggestion | undefined =>
    now.current.status === 'found' ? now.current.hits[now.current.marked] : undefined
  const isSettled = () => search.current?.isAnswered !== false
  return {
    state,
    isOpen: state.status !== 'closed',
    start,
    close,
    /** Moves the mark, also before the answer. */
    move(by: 1 | -1) {
      const { current } = now
      if (!isSettled() && search.current) {
        search.current.begin()
        search.current.moves += by
      } else if (current.status === 'found')
        update({ ...current, marked: movedMark(current.marked, by, current.hits.length) })
    },
    marked,
    /** Whether the answer for the latest text has arrived. */
    isSettled,
    /** Runs an action after the answer for the latest text, unless another text or `close` comes before. */
    whenSettled(action: () => void) {
      const current = search.current
      if (!current || current.isAnswered) return action()
      const run = () => search.current === current && action()
      current.begin()
      current.hits.then(run, run)
    },
    /** Closes the list. The result of the latest search is still returned, and the search outlives the control. */
    async finish(): Promise<SearchResult<Suggestion>> {
      const current = search.current
      const found = now.current.status === 'found' && isSettled() ? now.current : null
      const failure = now.current.status === 'failed' ? now.current.message : null
      search.current = null
      update(closed)
      if (found) return { hit: found.hits[found.marked], count: found.hits.length }
      if (failure !== null) throw new Error(failure)
      if (!current) return { hit: undefined, count: 0 }
      current.begin()
      const hits = await current.hits
      return { hit: hits[firstMark(current, hits)], count: hits.length }
    },
  }
}

export type Suggestions = ReturnType<typeof useSuggestions>
