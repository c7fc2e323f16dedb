import type { RecordEvent } from '../../../records/events.ts'
import type { Dictionaries } from '../../dict/interface.ts'
import { PART_LENGTH } from './code.ts'

/** A changed category is an item of the dictionary of each category above it; documents use those of the roots. */
export async function announceCategory(
  event: RecordEvent,
  { dictionaries }: { dictionaries: Dictionaries },
): Promise<void> {
  if (event.screen !== 'system/category') return
  const record = event.type === 'record.removed' ? event.before : event.after
  await dictionaries.changed(`category:${String(record.code).slice(0, PART_LENGTH)}`)
}
