import { App, type ModalProps } from 'antd'
import { useRef } from 'react'
import { useUnsaved } from '#runtime/host/useUnsaved.ts'
import { askToDiscard } from './confirm-discard.ts'

interface DiscardGuard {
  /** For cancel buttons and drawers. */
  close(): void
  /** For a Modal: its cross, Esc and its cancel button close with the question, its mask does not close. */
  closing: Pick<ModalProps, 'onCancel' | 'maskClosable' | 'closable' | 'cancelButtonProps'>
  /** The input was taken: nothing asks any more, also where the page is left before the dialog is gone. */
  settle(): void
}

/**
 * Protects the input of a dialog. It counts as unsaved work of the page, and closing requests confirmation. While busy the
 * dialog does not close, since its answer would be lost.
 */
export function useDiscardGuard(isChanged: boolean, onClose: () => void, isBusy = false): DiscardGuard {
  const { modal } = App.useApp()
  const isSettled = useRef(false)
  const isAsking = useRef(false)
  useUnsaved(() => !isSettled.current && (isChanged || isBusy), onClose)
  const ask = async () => {
    isAsking.current = true
    const isSure = await askToDiscard(modal)
    isAsking.current = false
    if (isSure) onClose()
  }
  const close = () => {
    if (isBusy || isAsking.current) return
    if (isChanged && !isSettled.current) void ask()
    else onClose()
  }
  return {
    close,
    closing: {
      onCancel: close,
      maskClosable: false,
      closable: !isBusy,
      cancelButtonProps: { disabled: isBusy },
    },
    settle: () => {
      isSettled.current = true
    },
  }
}
