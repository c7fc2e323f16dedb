import { errorText } from '#runtime/kernel/errors.ts'
import type { PendingValue, ValueBinding } from '#runtime/record/changes/pending-values.ts'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { UnreadText } from './unread-text.ts'

/** What a search found for a text. */
export interface SearchResult<Hit> {
  /** The hit that the text means: the marked one, the only one, or the only exact one. */
  hit: Hit | undefined
  count: number
}

interface Search<Hit> {
  hits: Promise<SearchResult<Hit>>
  take(hit: Hit): void
}

/** A typed text about which the server is asked: it stays with its record until the answer. */
class SearchedText<Hit> implements PendingValue {
  binding: ValueBinding
  readonly isFailed = false
  readonly endsWithChange = true
  readonly shortText: string
  /** The reason why no hit was taken; null if one was, or if the text ended before. */
  readonly answer: Promise<string | null>

  constructor(binding: ValueBinding, typed: string, search: Search<Hit>) {
    this.binding = binding
    this.shortText = typed
    this.answer = this.#settle(search, binding)
  }
  get text(): string {
    return errorText('SEARCH_UNDER_WAY')
  }
  get #isCurrent(): boolean {
    return this.binding.pending() === this
  }

  async #settle({ hits, take }: Search<Hit>, start: ValueBinding): Promise<string | null> {
    const result = await hits.catch((error: unknown) => noticeText(error) ?? errorText('NO_RESULTS'))
    if (!this.#isCurrent) return null
    const isFound = typeof result !== 'string' && result.hit !== undefined
    if (isFound) take(result.hit as Hit)
    if (!this.#isCurrent) return null
    // The hit was written into the record that is open no longer.
    const isMoved = this.binding !== start
    if (isFound && !isMoved) {
      this.binding.setPending(null)
      return null
    }
    const reason =
      typeof result === 'string' ? result : errorText(result.count > 0 ? 'PICK_ONE' : 'NO_RESULTS')
    this.binding.setPending(new UnreadText(this.binding, this.shortText, reason))
    return reason
  }
}

/**
 * Keeps a typed text with its record while its search runs. A hit is taken then; without one the text stays and the reason
 * is returned. A value that was set in the meantime ends the text, and its answer is ignored.
 */
export function keepSearchedText<Hit>(
  binding: ValueBinding,
  typed: string,
  hits: Promise<SearchResult<Hit>>,
  take: (hit: Hit) => void,
): Promise<string | null> {
  const pending = new SearchedText(binding, typed, { hits, take })
  binding.setPending(pending)
  return pending.answer
}
