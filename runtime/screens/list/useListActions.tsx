import { Modal } from 'antd'
import { useState } from 'react'
import { batchRefusal } from '../../compile/offer.ts'
import type { ActionPlan } from '../../compile/plan.ts'
import type { Row } from '../../data/list-source.ts'
import { useRuntime } from '../../fields/context.tsx'
import { errorText } from '../../kernel/errors.ts'
import { textToShow } from '../parts/errors.ts'
import type { List } from './useList.ts'

/** What happens when an action of the list is run, confirmation and message included. `holder` draws the questions. */
export function useListActions(list: List) {
  const { http, notify } = useRuntime()
  const [modal, holder] = Modal.useModal()
  const [busy, setBusy] = useState(false)
  const { plan } = list

  const perform = async (action: ActionPlan, ids: string[]) => {
    setBusy(true)
    try {
      const { message } = await request(action, ids)
      notify('success', message)
      list.clearSelection()
    } catch (error) {
      const text = textToShow(error)
      if (text) notify('warning', text)
    } finally {
      setBusy(false)
      await list.refresh()
    }
  }

  const request = (action: ActionPlan, ids: string[]) => {
    if (action.move) return http.send<unknown>('POST', plan.url.move(action.code), { ids: ids.join(',') })
    if (action.kind === 'delete')
      return http.send<unknown>('DELETE', plan.url.delete, undefined, { params: { id: ids[0] } })
    return http.send<unknown>('DELETE', plan.url.deleteBatch, undefined, { params: { ids: ids.join(',') } })
  }

  const ask = (action: ActionPlan, ids: string[]) =>
    modal.confirm({
      title: action.title,
      content:
        action.confirm ??
        (action.move
          ? `确定要${action.title}这 ${ids.length} 项吗?`
          : errorText('CONFIRM_DELETE', { count: ids.length })),
      okText: '确定',
      cancelText: '取消',
      okButtonProps: action.danger ? { danger: true } : {},
      onOk: () => perform(action, ids),
    })

  return {
    holder,
    busy,
    runRow(action: ActionPlan, row: Row) {
      if (action.kind === 'add' || action.kind === 'deleteBatch') return
      if (action.move || action.kind === 'delete') void ask(action, [row.id])
      else if (action.kind === 'addChild') list.change({ form: { mode: 'add', under: row.id } })
      else list.change({ form: { mode: action.kind as 'edit' | 'detail' | 'copy', id: row.id } })
    },
    runBatch(action: ActionPlan) {
      if (action.kind === 'add') return list.change({ form: { mode: 'add' } })
      const refusal = batchRefusal(action, list.selectedRows, plan.flow)
      if (refusal) notify('warning', refusal)
      else void ask(action, [...list.selected.keys()])
    },
  }
}

export type ListActions = ReturnType<typeof useListActions>
