import { useEffect } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { savesData } from '#runtime/host/saves-data.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** Milliseconds after which code is fetched even without an idle period. */
const MAX_WAIT_MS = 4000

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) return () => undefined
  const handle = requestIdleCallback(work, { timeout: MAX_WAIT_MS })
  return () => cancelIdleCallback(handle)
}

/**
 * Fetches the code of the form of the screen and of its detail tables: at once when a form opens, and in idle time
 * after the rows are drawn, so that the first form waits only for its record.
 */
export function usePreloadForm(
  screen: ScreenDocument,
  loadForm: () => Promise<void>,
  { isDrawn, isOpening }: { isDrawn: boolean; isOpening: boolean },
): void {
  const types = useFieldTypes()
  useEffect(() => {
    const load = () => {
      void loadForm()
      for (const field of screen.fields) void types.get(field.type)?.preload?.(field)
    }
    if (isOpening) load()
    else if (isDrawn && !savesData()) return whenIdle(load)
  }, [screen, types, loadForm, isDrawn, isOpening])
}
