import { Checkbox, Modal } from 'antd'
import { Suspense, useState } from 'react'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { findKindPlan } from '#runtime/schema/kinds/plans.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { type DesignedSource, designApi } from '../api.ts'
import { TypedTable } from './SyncDialog.tsx'

const OperationFailure = lazyPart(
  async () => (await import('../review/OperationFailure.tsx')).OperationFailure,
)

interface Props {
  source: DesignedSource
  onClose(): void
  onRemoved(): void
}

/** Removes a designed document, with its table where its name is typed; of a changed file its local changes. */
export function RemoveDialog({ source, onClose, onRemoved }: Props) {
  const { http, notify } = useServices()
  const [isDropped, setDropped] = useState(false)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isLocal = source.origin === 'local'
  const table = isJsonObject(source.current?.table) ? String(source.current.table.name) : ''
  const plan = findKindPlan(source.current)
  const noun = plan?.hasRecords ? plan.title : '文档'
  const remove = async () => {
    setBusy(true)
    try {
      const { message } = await designApi(http).remove(source.id, isDropped ? typed : undefined)
      notify('success', message)
      onRemoved()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={isLocal ? '恢复为随系统安装的' : `删除${noun}`}
      okText={isLocal ? '恢复' : isDropped ? '删除界面和表' : `移除${noun}`}
      cancelText="取消"
      okButtonProps={{ danger: true, loading: isBusy, disabled: isDropped && typed !== table }}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      <div className="view-design-release">
        {failure !== null && (
          <Suspense>
            <OperationFailure error={failure} id={source.id} operation={{ kind: 'remove', isDropped }} />
          </Suspense>
        )}
        {isLocal ? (
          <>
            <p>下面的本地修改会去掉，表里的数据不变。版本里还能取回。</p>
            <ul className="view-design-changes">
              {source.changes.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <p>
              {noun}、菜单项和您的草稿会去掉，以前发布的各版仍保留，别人的草稿留作新文档的草稿。
              {table !== '' && '表和数据留着，以后可以从数据库导入。'}
            </p>
            {table !== '' && (
              <Checkbox checked={isDropped} onChange={({ target }) => setDropped(target.checked)}>
                连同表和里面的全部数据一起删除，不能撤销
              </Checkbox>
            )}
            {isDropped && <TypedTable table={table} value={typed} onChange={setTyped} />}
          </>
        )}
      </div>
    </Modal>
  )
}
