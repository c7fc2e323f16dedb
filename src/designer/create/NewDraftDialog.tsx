import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import type { DraftStart, NewDraft } from './useNewDraft.ts'

interface Props {
  title: string
  draft: NewDraft
  /** Why the document cannot begin yet; empty where it can. */
  fault: string
  /** Whether the fault is shown: not before the first input. */
  isFaultVisible: boolean
  okText?: string
  /** Whether closing loses input that is long to enter again: it is asked about. */
  isFilled?: boolean
  width?: number
  make(): DraftStart
  onClose(): void
  /** Entries with labels; `begin` is the key Enter of the last one. */
  children(begin: () => void): ReactNode
}

/** The dialog of a new document: its entries, what is wrong with them, and one button that begins the draft. */
export function NewDraftDialog(props: Props) {
  const {
    title,
    draft,
    fault,
    isFaultVisible,
    okText = '开始设计',
    width,
    isFilled = false,
    make,
    onClose,
    children,
  } = props
  const { closing, settle } = useDiscardGuard(isFilled, onClose, draft.isBusy)
  const begin = () => {
    if (fault === '' && !draft.isBusy) void draft.begin(make(), settle)
  }
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText="取消"
      {...(width === undefined ? {} : { width })}
      okButtonProps={{ disabled: fault !== '', loading: draft.isBusy }}
      onOk={begin}
      {...closing}
    >
      <div className="view-design-new">
        {children(begin)}
        <p className="view-design-fault" role="alert">
          {draft.failure || (isFaultVisible ? fault : '')}
        </p>
      </div>
    </Modal>
  )
}
