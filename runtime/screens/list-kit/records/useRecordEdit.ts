import { Modal } from 'antd'
import { useState } from 'react'
import type { ListRow } from '#runtime/data/list-source.ts'
import { emitLive } from '#runtime/data/live.ts'
import { listProblems } from '#runtime/kernel/errors.ts'
import { randomName } from '#runtime/kernel/random.ts'
import type { Values } from '#runtime/record/scope.ts'
import { useServices } from '#runtime/services/services.tsx'
import { findErrorCode, textToShow } from '#runtime/ui/errors/error-message.ts'
import type { List } from '../useList.ts'

/** A row and the values that are being saved in it. */
interface Pending {
  row: ListRow
  changes: Values
}

const NO_PENDING: ReadonlyMap<string, Pending> = new Map()

/** The request that edits a record of the list, and the place of the question that lists its warnings. */
export function useEditRequest({ plan }: List) {
  const { http } = useServices()
  const [modal, question] = Modal.useModal()
  /** Sends the body, once more if the user saves it in spite of its warnings; null: the user does not. */
  const send = async (body: Values) => {
    const put = (headers: Record<string, string>) =>
      http.send('PUT', plan.url.edit, body, { headers: { 'Idempotency-Key': randomName(), ...headers } })
    try {
      return await put({})
    } catch (error) {
      if (findErrorCode(error) !== 'UNCONFIRMED') throw error
      const fields = plan.columns.map(({ field }) => field)
      const { askToSave } = await import('../../form/save/ask-to-save.tsx')
      const isConfirmed = await askToSave(modal, { fields }, listProblems(error))
      return isConfirmed ? await put({ 'X-Confirm-Warnings': 'true' }) : null
    }
  }
  return { send, question }
}

/** Saves single values of a record from its list. A row shows its new values until it is loaded again or refused. */
export function useRecordEdit(list: List) {
  const { notify } = useServices()
  const [pending, setPending] = useState(NO_PENDING)
  const { send, question } = useEditRequest(list)

  const save = async (row: ListRow, changes: Values, isUndo = false): Promise<void> => {
    if (pending.has(row.id)) return
    setPending((now) => new Map(now).set(row.id, { row, changes }))
    const revision = row.rev === undefined ? {} : { rev: row.rev }
    let isSaved = false
    try {
      const answer = await send({ id: row.id, ...revision, ...changes })
      isSaved = answer !== null
      const former = Object.fromEntries(Object.keys(changes).map((key) => [key, row[key] ?? null]))
      // An edit with the revision of its answer: refused with the reason when the record changed meanwhile.
      const saved = { ...row, ...changes, ...(answer?.result as Values | null) }
      const undo = { title: '撤销', run: () => save(saved, former, true) }
      if (answer && isUndo) {
        notify('success', '已撤销')
        emitLive({ cmd: 'undone', screen: list.plan.id })
      } else if (answer) notify('success', answer.message || '修改成功', undo)
    } catch (error) {
      const text = listProblems(error)[0]?.text ?? textToShow(error)
      if (text) notify('warning', text)
    }
    const forget = () => setPending((now) => new Map([...now].filter(([id]) => id !== row.id)))
    if (!isSaved) forget()
    await list.refresh()
    forget()
  }

  return {
    save,
    /** The place of the question that lists the warnings of a record. */
    question,
    isSaving: (row: ListRow): boolean => pending.has(row.id),
    /** The rows with their values that are being saved. */
    shown: (rows: readonly ListRow[]): readonly ListRow[] =>
      pending.size === 0 ? rows : rows.map((row) => ({ ...row, ...pending.get(row.id)?.changes })),
    /** All rows that are being saved, with their new values. */
    saving: [...pending.values()].map(({ row, changes }): ListRow => ({ ...row, ...changes })),
  }
}
