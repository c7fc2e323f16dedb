import { errorText } from '#runtime/kernel/errors.ts'
import type { PendingValue, ValueBinding } from '#runtime/record/changes/pending-values.ts'

/** The lookup of a picked record: until its answer the record lacks the values that it fills. */
class RunningLookup implements PendingValue {
  binding: ValueBinding
  readonly isFailed = false
  readonly shortText = ''
  readonly answer: Promise<void>

  constructor(binding: ValueBinding, work: Promise<void>) {
    this.binding = binding
    this.answer = work.finally(() => {
      if (this.binding.pending() === this) this.binding.setPending(null)
    })
  }
  get text(): string {
    return errorText('SEARCH_UNDER_WAY')
  }
}

/** Keeps the lookup with the record of the picked value until it has written what it fills. */
export function keepLookup(binding: ValueBinding, work: Promise<void>): void {
  binding.setPending(new RunningLookup(binding, work))
}
