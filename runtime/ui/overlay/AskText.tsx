import { Form, Modal } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import { useDiscardGuard } from './useDiscardGuard.ts'

interface Props {
  title: string
  /** The label of the text. */
  label: string
  required: boolean
  /** A sentence below the text; none if empty. */
  note: string
  okText: string
  maxLength: number
  /** Sends the text; false: refused, and the user has been notified. It may call `settle` as soon as the text is stored. */
  send(text: string, settle: () => void): Promise<boolean>
  onClose(): void
}

/** Requests a text in a dialog, which stays open with the text until it is sent. */
export function AskText({ title, label, required, note, okText, maxLength, send, onClose }: Props) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const { closing, settle } = useDiscardGuard(text.trim() !== '', onClose, isBusy)
  const submit = async () => {
    setBusy(true)
    setRefused(false)
    try {
      if (await send(text.trim(), settle)) onClose()
      else setRefused(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={416}
      title={title}
      okText={okText}
      cancelText="取消"
      okButtonProps={{ disabled: required && text.trim() === '', loading: isBusy }}
      onOk={() => void submit()}
      {...closing}
    >
      {isRefused && (
        <p role="alert" style={{ color: 'var(--ant-color-warning-text)' }}>
          没有{okText}成功，写的内容还在。按提示处理后可以再点「{okText}」。
        </p>
      )}
      <Form layout="vertical">
        <Form.Item label={label} required={required} extra={note || undefined}>
          <TextArea
            aria-label={label}
            autoFocus
            rows={3}
            maxLength={maxLength}
            showCount
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
