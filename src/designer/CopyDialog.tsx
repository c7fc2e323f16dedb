import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { copyScreen, copyView } from '#runtime/schema/copy-document.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { designApi } from './api.ts'
import { idPattern } from './NewDocument.tsx'

interface Props {
  document: JsonObject
  /** A screen with a table of its own, or another view of the same records. */
  kind: 'table' | 'view'
  onClose(): void
  onCreated(id: string): void
}

/** Begins a draft from a released screen. */
export function CopyDialog({ document, kind, onClose, onCreated }: Props) {
  const { http } = useRuntime()
  const prefix = useId()
  const [id, setId] = useState(`${String(document.id)}-${kind === 'view' ? 'view' : 'copy'}`)
  const [title, setTitle] = useState(`${String(document.title)}${kind === 'view' ? '视图' : '副本'}`)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const create = async () => {
    setBusy(true)
    try {
      const make = kind === 'view' ? copyView : copyScreen
      await designApi(http).saveDraft(id, null, make(document, id, title.trim()))
      onCreated(id)
    } catch (error) {
      setFailure(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={kind === 'view' ? '复制视图' : '复制表'}
      okText="开始设计"
      cancelText="取消"
      okButtonProps={{ loading: isBusy, disabled: !idPattern.test(id) || title.trim() === '' }}
      onOk={() => void create()}
      onCancel={onClose}
    >
      <div className="view-design-new">
        <label htmlFor={`${prefix}title`}>名称</label>
        <Input
          id={`${prefix}title`}
          maxLength={50}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <label htmlFor={`${prefix}id`}>编号</label>
        <Input
          id={`${prefix}id`}
          maxLength={100}
          value={id}
          onChange={(event) => setId(event.target.value)}
        />
        <p className="view-design-hint">
          {kind === 'view'
            ? '同一批记录的另一个界面，可以有别的列、次序和权限。'
            : '字段相同、自己有表的新界面，不带记录。'}
        </p>
        <p className="view-design-fault" role="alert">
          {failure}
        </p>
      </div>
    </Modal>
  )
}
