import { runPickerLookup } from '#runtime/data/picker-lookup.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import type { RecordFamily } from './settings.ts'

/** Returns a function that loads the lookup values of a picked record; a refusal is shown and yields no values. */
export function useFill({ onPick }: RecordFamily['popup']): (record: JsonObject) => Promise<JsonObject> {
  const { http, notify } = useServices()
  return async (record) => {
    if (!onPick) return {}
    try {
      return await runPickerLookup(http, onPick, record)
    } catch (error) {
      const text = noticeText(error)
      if (text) notify('warning', text)
      return {}
    }
  }
}
