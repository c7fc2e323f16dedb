import { useRef, useState } from 'react'
import type { ListState } from '#runtime/compile/list/url.ts'
import { useServices } from '#runtime/services/services.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { usePlainKeys } from '#runtime/ui/focus/usePlainKeys.ts'
import { stepCommands } from '../commands/step-commands.ts'
import { StepButtons } from './StepButtons.tsx'

/** The list from which a record was opened. */
export interface StepList {
  state: ListState
  /** The rows of its page. */
  rows: readonly { id: string }[]
  total: number
  loadPage(pageNo: number, pageSize: number): Promise<{ records: readonly { id: string }[] }>
  change(patch: Pick<Partial<ListState>, 'form' | 'pageNo'>): void
}

/** The place of a viewed record in its list, and the steps to the ones beside it, on the pages beside as well. */
export function RecordSteps({ list, id }: { list: StepList; id: string }) {
  const { notify } = useServices()
  const { state, rows, total, loadPage, change } = list
  const { form, pageNo, pageSize } = state
  const [isTurning, setTurning] = useState(false)
  const self = useRef<HTMLSpanElement>(null)
  const at = rows.findIndex((row) => row.id === id)
  const place = at < 0 ? 0 : (pageNo - 1) * pageSize + at + 1
  const open = (row: { id: string } | undefined, patch = {}) =>
    row && form && change({ ...patch, form: { ...form, id: row.id } })
  const step = async (by: 1 | -1) => {
    if (isTurning || at < 0) return
    const beside = rows[at + by]
    if (beside) return open(beside)
    setTurning(true)
    try {
      const { records } = await loadPage(pageNo + by, pageSize)
      open(records.at(by > 0 ? 0 : -1), { pageNo: pageNo + by })
    } catch (error) {
      const text = noticeText(error)
      if (text) notify('error', text)
    }
    setTurning(false)
  }
  const context = { place, count: total, step: (by: 1 | -1) => void step(by) }
  // A grouped list shows its rows in another order.
  const isOffered = place > 0 && state.group === undefined
  usePlainKeys(stepCommands, context, isOffered, self)
  if (!isOffered) return null
  return (
    <span ref={self} className="pro-record-steps">
      <span role="status">
        第 {place} 条，共 {total} 条
      </span>
      <StepButtons {...context} />
    </span>
  )
}
