import type { PendingValue, ValueBinding } from '#runtime/record/pending-values.ts'
import { type DateKind, unreadableText } from './date-text.ts'

/** A typed text that is no date: it stays in its field and keeps the record from being saved. */
export class UnreadText implements PendingValue {
  binding: ValueBinding
  readonly isFailed = true
  readonly endsWithChange = true
  readonly shortText: string
  readonly text: string

  constructor(binding: ValueBinding, kind: DateKind, typed: string) {
    this.binding = binding
    this.shortText = typed
    this.text = unreadableText(kind)
  }
}
