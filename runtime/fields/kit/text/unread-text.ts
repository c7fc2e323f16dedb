import type { PendingValue, ValueBinding } from '#runtime/record/changes/pending-values.ts'

/** A typed text that is no value of its field: it stays in its control and keeps the record from being saved. */
export class UnreadText implements PendingValue {
  binding: ValueBinding
  readonly isFailed = true
  readonly endsWithChange = true
  readonly shortText: string
  readonly text: string

  constructor(binding: ValueBinding, typed: string, reason: string) {
    this.binding = binding
    this.shortText = typed
    this.text = reason
  }
}
