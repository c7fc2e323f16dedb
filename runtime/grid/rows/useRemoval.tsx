import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import { withDescendants } from '#runtime/record/tree.ts'
import type { TableView } from '../controller/table-view.ts'

/** Removes rows with their descendants after a confirmation; a single row is removed at once when `isSure`. */
export function useRemoval(
  { store }: Pick<TableView, 'store'>,
  afterClose?: () => void,
): { remove(ids: readonly string[], isSure?: boolean): void; question: ReactNode } {
  const [modal, question] = Modal.useModal()
  const remove = (ids: readonly string[], isSure = false) => {
    const count = withDescendants(store.rows, store.detail.tree?.parent, ids).size
    if (isSure && count === 1) return store.remove(ids)
    modal.confirm({
      title: '删除',
      content: errorText('CONFIRM_DELETE', { count }),
      okText: '确定',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () => store.remove(ids),
      afterClose,
    })
  }
  return { remove, question }
}
