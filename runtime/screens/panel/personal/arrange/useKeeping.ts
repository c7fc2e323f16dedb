import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PlacedBlock, toArranged } from '#runtime/compile/panel/arrangement.ts'
import { arrangementKey, resetArrangement, saveArrangement } from '#runtime/data/arrangements.ts'
import { useServices } from '#runtime/services/services.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'

/** Stores the arrangement of a panel or removes it; `done` runs when the page has the new one. */
export function useKeeping(panel: string, done: () => void) {
  const { http, notify } = useServices()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const run = async (send: () => Promise<unknown>, text: string) => {
    setBusy(true)
    try {
      await send()
      await client.refetchQueries({ queryKey: arrangementKey(panel) })
      notify('success', text)
      done()
    } catch (error) {
      const reason = noticeText(error)
      if (reason) notify('error', reason)
      setBusy(false)
    }
  }
  return {
    isBusy,
    save: (blocks: readonly PlacedBlock[]) =>
      run(() => saveArrangement(http, panel, toArranged(blocks)), '已保存'),
    reset: () => run(() => resetArrangement(http, panel), '已恢复默认'),
  }
}
