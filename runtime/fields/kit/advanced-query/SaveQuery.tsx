import { Form, Modal, Radio } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import type { Visibility } from '#runtime/data/saved-queries.ts'
import { radioGroupRole } from '#runtime/ui/radio-group.ts'

export interface SaveAnswer {
  title: string
  visibility: Visibility
}

interface Props {
  /** The title of the dialog. */
  heading?: string
  /** The user may publish queries to all users of the list. */
  canPublish: boolean
  onSave(answer: SaveAnswer): void
  onClose(): void
}

const MAX_TITLE = 50

/** Requests the name of a query and who may use it. */
export function SaveQuery({ heading = '保存查询', canPublish, onSave, onClose }: Props) {
  const [title, setTitle] = useState('')
  const [visibility, setVisibility] = useState<Visibility>('private')
  const save = () => onSave({ title, visibility })
  return (
    <Modal open title={heading} width={400} okText="保存" cancelText="取消" onOk={save} onCancel={onClose}>
      <Form layout="vertical">
        <Form.Item label="保存名称" required>
          <Input
            aria-label="保存名称"
            autoFocus
            maxLength={MAX_TITLE}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            onPressEnter={save}
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
