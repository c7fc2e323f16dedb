import { useCallback, useEffect, useState } from 'react'
import { useRuntime } from '#runtime/contract/context.tsx'
import type { PasteVerb } from '#runtime/record/paste/paste.ts'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import type { TableView } from '../controller/table-view.ts'
import type { Block } from '../range/cell-range.ts'
import { type PasteOutcome, pasteBlock } from './paste.ts'

/** A larger block must be imported as a file. */
const MAX_CELLS = 200_000

/** Pasting and importing rows, and the result of the last time until it is dismissed. `screen` is the id of the screen. */
export function usePaste(table: TableView, screen: string) {
  const runtime = useRuntime()
  const [busy, setBusy] = useState<PasteVerb | null>(null)
  const [outcome, setOutcome] = useState<PasteOutcome | null>(null)

  const paste = useCallback(
    async (block: readonly (readonly string[])[], at: Block): Promise<PasteOutcome | null> => {
      if (block.length === 0) return null
      if (block.length * (block[0]?.length ?? 0) > MAX_CELLS) {
        runtime.notify('warning', '一次最多粘贴 20 万格，请改用导入')
        return null
      }
      setBusy('粘贴')
      try {
        const result = await pasteBlock(table, runtime, block, at)
        // A single cell shows its result itself.
        setOutcome(result.taken === 1 && result.passed + result.issues.length === 0 ? null : result)
        return result
      } catch (error) {
        const notice = noticeText(error)
        if (notice) runtime.notify('error', `没有粘贴：${notice}`)
        return null
      } finally {
        setBusy(null)
      }
    },
    [table, runtime],
  )
  const importFile = useCallback(
    async (file: File): Promise<void> => {
      setBusy('导入')
      try {
        const { importRows } = await import('./import-rows.ts')
        setOutcome(await importRows(table, runtime, screen, file))
      } catch (error) {
        const notice = noticeText(error)
        if (notice) runtime.notify('warning', notice)
      } finally {
        setBusy(null)
      }
    },
    [table, runtime, screen],
  )
  // An undone or saved paste needs no report; its marks are removed too.
  useEffect(() => {
    if (!outcome || outcome.taken === 0) return
    const { store } = table
    return store.subscribeLog(() => {
      if (store.log.entries.some(({ step }) => step === outcome.step)) return
      store.validateRows(outcome.issues.flatMap(({ rowId }) => rowId ?? []))
      setOutcome(null)
    })
  }, [table, outcome])
  return { paste, importFile, busy, outcome, dismiss: useCallback(() => setOutcome(null), []) }
}
