import { useEffect, useRef, useState } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import { noticeText } from '#runtime/ui/notice-text.ts'
import { clearHit, type Search, startSearch } from './search.ts'
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
  /** The input is left, and its last search still decides about the typed text. */
  const isFinishing = useRef(false)
  useEffect(
    () => () => {
      if (!isFinishing.current) search.current?.stop()
    },
    [],
  )

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
      (hits) => {
        const hit = clearHit(hits)
        if (isLatest())
          update({ status: 'found', hits, marked: text !== '' && hit ? hits.indexOf(hit) : NO_MARK })
      },
      (error) =>
        isLatest() && update({ status: 'failed', message: noticeText(error) ?? errorText('NO_RESULTS') }),
    )
    if (begins) started.begin()
  }
  const settle = async () => {
    search.current?.begin()
    await search.current?.hits.catch(() => [])
  }
  const marked = (): Suggestion | undefined =>
    now.current.status === 'found' ? now.current.hits[now.current.marked] : undefined
  return {
    state,
    isOpen: state.status !== 'closed',
    start,
    close,
    /** Moves the mark; at the ends it stays. */
    move(by: 1 | -1) {
      const { current } = now
      if (current.status !== 'found' || current.hits.length === 0) return
      const marked = Math.min(current.hits.length - 1, Math.max(0, current.marked + by))
      update({ ...current, marked })
    },
    mark(index: number) {
      if (now.current.status === 'found') update({ ...now.current, marked: index })
    },
    /** Whether the answer for the latest text has arrived. */
    isSettled: () => search.current?.isAnswered !== false,
    /** Waits for the answer for the latest text. */
    settle,
    /** Waits for the answer, then closes the list. Returns the marked hit and all hits. */
    async finish(): Promise<{ hit: Suggestion | undefined; hits: readonly Suggestion[] }> {
      isFinishing.current = true
      await settle()
      isFinishing.current = false
      const result = { hit: marked(), hits: now.current.status === 'found' ? now.current.hits : [] }
      close()
      return result
    },
    marked,
  }
}

export type Suggestions = ReturnType<typeof useSuggestions>
