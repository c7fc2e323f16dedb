import { errorText } from '#runtime/kernel/errors.ts'
import type { PendingValue, ValueBinding } from '#runtime/record/changes/pending-values.ts'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { UnreadText } from './unread-text.ts'

/** A typed text about which the server is asked: it stays with its record until the answer. */
class SearchedText implements PendingValue {
  binding: ValueBinding
  readonly isFailed = false
  readonly endsWithChange = true
  readonly shortText: string

  constructor(binding: ValueBinding, typed: string) {
    this.binding = binding
    this.shortText = typed
  }
  get text(): string {
    return errorText('SEARCH_UNDER_WAY')
  }
}

/** What a search found for a text. */
export interface SearchResult<Hit> {
  /** The hit that the text means: the marked one, the only one, or the only exact one. */
  hit: Hit | undefined
  count: number
}

/**
 * Keeps a typed text with its record while its search runs. A hit is taken then; without one the text stays and the reason
 * is returned. A value that was set in the meantime ends the text, and its answer is ignored.
 */
export async function keepSearchedText<Hit>(
  binding: ValueBinding,
  typed: string,
  search: Promise<SearchResult<Hit>>,
  take: (hit: Hit) => void,
): Promise<string | null> {
  const pending = new SearchedText(binding, typed)
  binding.setPending(pending)
  const isCurrent = () => pending.binding.pending() === pending
  const result = await search.catch((error: unknown) => noticeText(error) ?? errorText('NO_RESULTS'))
  if (!isCurrent()) return null
  const isFound = typeof result !== 'string' && result.hit !== undefined
  if (isFound) take(result.hit as Hit)
  if (!isCurrent()) return null
  // The hit was written into the record that is open no longer.
  const isMoved = pending.binding !== binding
  if (isFound && !isMoved) {
    binding.setPending(null)
    return null
  }
  const reason = typeof result === 'string' ? result : errorText(result.count > 0 ? 'PICK_ONE' : 'NO_RESULTS')
  pending.binding.setPending(new UnreadText(pending.binding, typed, reason))
  return reason
}
