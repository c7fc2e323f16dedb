import { useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { batchRefusal } from '#runtime/compile/action-availability.ts'
import type { ActionPlan } from '#runtime/compile/plan.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { type Page, usePage } from '#runtime/host/page-visibility.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useExtensions } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { textToShow } from '#runtime/ui/errors/error-message.ts'
import { DialogBoundary } from '#runtime/ui/errors/lazy-dialog.tsx'
import { focusIfLost } from '#runtime/ui/focus/focus-return.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { noteDone } from '../form/save/undo-action.ts'
import type { ActionContext } from './action-context.ts'
import { listTools } from './tools.tsx'
import type { List } from './useList.ts'

// Most lists have no such move.
const AskMove = lazyPart(async () => (await import('../form/moves/AskMove.tsx')).AskMove)

/** The first button of each row's actions. */
const rowButtons = '.pro-row-actions > button:first-child'

const actionsOfRow = (page: Page, id: string | undefined): HTMLElement | undefined =>
  page
    .findAll(rowButtons)
    .find((button) => button.closest<HTMLElement>('[data-row-id]')?.dataset.rowId === id)

/** Runs the actions of a list, including confirmation and message; `holder` draws the dialogs. */
export function useListActions(
  list: List,
  screen?: ScreenDocument,
  { columns, defaults, master }: Pick<ActionContext, 'columns' | 'defaults' | 'master'> = {},
) {
  const { http, notify, user } = useServices()
  const { ActionView } = useExtensions()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [modal, questions] = Modal.useModal()
  const page = usePage()
  const [busy, setBusy] = useState(false)
  const [dialog, setDialog] = useState<ReactNode>(null)

  const scene: ActionContext = {
    screen,
    list,
    columns,
    defaults,
    master,
    http,
    user,
    navigate,
    warn: (text) => notify('warning', text),
    ActionView,
    find: async (id) => (await client.ensureQueryData(indexQuery(http))).find((entry) => entry.id === id),
    show: setDialog,
    renew: () => {
      list.clearSelection()
      void list.refresh()
    },
    perform: async (action, rows) => void (await perform(action, rows)),
  }

  /** Returns whether it was done. */
  const perform = async (action: ActionPlan, rows: readonly ListRow[], answer?: string): Promise<boolean> => {
    const tool = listTools[action.kind]
    const at = rows.length === 1 ? list.rows.findIndex(({ id }) => id === rows[0]?.id) : -1
    setBusy(true)
    try {
      if ('open' in tool) {
        await tool.open(action, rows, scene)
        return true
      }
      const { message, result } = await tool.write(action, rows, scene, answer)
      const undone = { http, notify, screen: list.plan.id, onUndone: scene.renew }
      noteDone(undone, message || `${action.title}成功`, result)
      list.clearSelection()
      return true
    } catch (error) {
      const text = textToShow(error)
      if (text) notify('warning', text)
      return false
    } finally {
      setBusy(false)
      if ('write' in tool) await list.refresh()
      // The button that was pressed may be gone with the former state; where the row is gone, the next one takes its place.
      const place = () => actionsOfRow(page, rows[0]?.id) ?? page.findAll(rowButtons)[at]
      if ('write' in tool && at >= 0) focusIfLost(place)
    }
  }

  const run = (action: ActionPlan, rows: readonly ListRow[]) => {
    if (action.move?.ask)
      return setDialog(
        <AskMove
          action={action}
          screen={screen}
          send={(answer) => perform(action, rows, answer)}
          onClose={() => setDialog(null)}
        />,
      )
    const question = action.confirm ?? listTools[action.kind].question?.(action, rows.length)
    if (question === undefined) return void perform(action, rows)
    void modal.confirm({
      title: action.title,
      content: question,
      okText: '确定',
      cancelText: '取消',
      okButtonProps: action.danger ? { danger: true } : {},
      onOk: () => perform(action, rows),
    })
  }

  return {
    holder: (
      <>
        {questions}
        {dialog && <DialogBoundary onClose={() => setDialog(null)}>{dialog}</DialogBoundary>}
      </>
    ),
    busy,
    /** The screen of the rows; absent for rows that are no records. */
    screen,
    runRow: (action: ActionPlan, row: ListRow) => run(action, [row]),
    runBatch(action: ActionPlan) {
      if (!action.batch) return run(action, [])
      const refusal = batchRefusal(action, list.selectedRows, { flow: list.plan.flow, user })
      if (refusal) notify('warning', refusal)
      else run(action, list.selectedRows)
    },
  }
}

export type ListActions = ReturnType<typeof useListActions>
