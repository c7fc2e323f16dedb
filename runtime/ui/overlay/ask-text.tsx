import { Form } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import type { HookAPI } from 'antd/es/modal/useModal'

interface Question {
  title: string
  /** The label of the text. */
  label: string
  required: boolean
  /** A sentence below the text; none if empty. */
  note: string
  okText: string
  maxLength: number
}

/** Requests a text in a dialog; null: the user cancelled. */
export async function askForText(
  modal: HookAPI,
  { title, label, required, note, okText, maxLength }: Question,
): Promise<string | null> {
  let text = ''
  const isMissing = () => required && text.trim() === ''
  const dialog = modal.confirm({
    title,
    icon: null,
    okText,
    cancelText: '取消',
    okButtonProps: { disabled: required },
    autoFocusButton: null,
    content: (
      <Form layout="vertical">
        <Form.Item label={label} required={required} extra={note || undefined}>
          <TextArea
            aria-label={label}
            autoFocus
            rows={3}
            maxLength={maxLength}
            showCount
            onChange={({ target }) => {
              text = target.value
              dialog.update({ okButtonProps: { disabled: isMissing() } })
            }}
          />
        </Form.Item>
      </Form>
    ),
  })
  return (await dialog) ? text.trim() : null
}
