import { Modal } from 'antd'
import { type ReactNode, useCallback } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'

/** Asks before rows are removed; `afterClose` runs when the question is gone. */
export function useRemovalQuestion(
  afterClose: () => void,
): [ask: (count: number, onOk: () => void) => void, question: ReactNode] {
  const [modal, question] = Modal.useModal()
  const ask = useCallback(
    (count: number, onOk: () => void) => {
      modal.confirm({
        title: '删除',
        content: errorText('CONFIRM_DELETE', { count }),
        okText: '确定',
        cancelText: '取消',
        okButtonProps: { danger: true },
        onOk,
        afterClose,
      })
    },
    [modal, afterClose],
  )
  return [ask, question]
}
