import { Form, Modal, Radio } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import type { Visibility } from '#runtime/data/saved-queries.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { radioGroupRole } from '#runtime/ui/radio-group.ts'

export interface SaveAnswer {
  title: string
  visibility: Visibility
}

interface Props {
  /** The user may publish queries to all users of the list. */
  canPublish: boolean
  onSave(answer: SaveAnswer): Promise<void>
  onClose(): void
}

const MAX_TITLE = 50

/** Requests the name of a query and who may use it. */
export function SaveQuery({ canPublish, onSave, onClose }: Props) {
  const [title, setTitle] = useState('')
  const [visibility, setVisibility] = useState<Visibility>('private')
  const [isBusy, setBusy] = useState(false)
  const { closing } = useDiscardGuard(title.trim() !== '', onClose, isBusy)
  const save = async () => {
    if (isBusy) return
    setBusy(true)
    await onSave({ title, visibility })
    setBusy(false)
  }
  return (
    <Modal
      open
      title="保存为视图"
      width={400}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ loading: isBusy }}
      onOk={() => void save()}
      {...closing}
    >
      <Form layout="vertical">
        <Form.Item label="保存名称" required>
          <Input
            aria-label="保存名称"
            autoFocus
            maxLength={MAX_TITLE}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            onPressEnter={() => void save()}
          />
        </Form.Item>
        <Form.Item label="谁可以使用">
          <Radio.Group
            {...radioGroupRole}
            aria-label="谁可以使用"
            value={visibility}
            options={[
              { value: 'private', label: '仅自己' },
              { value: 'depart', label: '本部门' },
              ...(canPublish ? [{ value: 'public', label: '所有人' }] : []),
            ]}
            onChange={({ target }) => setVisibility(target.value as Visibility)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
