import { Alert, Modal } from 'antd'
import { useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { designApi } from '../api.ts'
import { type DocumentRow, isDraft } from './document-row.ts'

interface Props {
  rows: readonly DocumentRow[]
  onClose(): void
  onChange(): void
}

/** Removes documents of designers and the user's own new drafts one after the other; tables keep their data. */
export function Removal({ rows, onClose, onChange }: Props) {
  const { http, notify } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [failures, setFailures] = useState<readonly string[]>([])
  const remove = async () => {
    const api = designApi(http)
    const faults: string[] = []
    setBusy(true)
    for (const row of rows) {
      try {
        await (isDraft(row)
          ? api.removeDraft(row.documentId, { companions: true })
          : api.remove(row.documentId))
      } catch (error) {
        faults.push(`${row.title}：${errorMessage(error)}`)
      }
    }
    setBusy(false)
    onChange()
    if (faults.length > 0) return setFailures(faults)
    notify('success', `已删除 ${rows.length} 份`)
    onClose()
  }
  return (
    <Modal
      open
      title="删除"
      okText="删除"
      cancelText={failures.length > 0 ? '关闭' : '取消'}
      okButtonProps={{ danger: true, loading: isBusy, disabled: failures.length > 0 }}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      <div className="view-design-release">
        {failures.length > 0 && (
          <Alert
            type="error"
            showIcon
            message={`${failures.length} 份没有删除`}
            description={failures.map((text) => <p key={text}>{text}</p>)}
          />
        )}
        <p>
          下面 {rows.length}{' '}
          份连同菜单项和草稿会去掉，只有它们用到的新字典和选择窗口也去掉。表和数据留着，以后可以从数据库导入。
        </p>
        <ul className="view-design-changes">
          {rows.map((row) => (
            <li key={row.id}>
              {row.title} <code>{row.documentId}</code>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
