import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Spin } from 'antd'
import { Suspense, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { designApi, type RenamedField, type RenamedName } from '../api.ts'

const OperationFailure = lazyPart(
  async () => (await import('../review/OperationFailure.tsx')).OperationFailure,
)

interface Props {
  /** The id of the document that gives the name. */
  id: string
  renaming: RenamedField | RenamedName
  onClose(): void
  onRenamed(): void
}

/** What has a name of its own, in words. */
export const nameTitles: Readonly<Record<RenamedName['kind'], string>> = {
  document: '编号',
  dict: '字典编码',
  table: '表',
}

/** Shows what follows the new name of a released field, document, dictionary or table, and releases the rename with all of it. */
export function RenameDialog({ id, renaming, onClose, onRenamed }: Props) {
  const { http, notify } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { data, error } = useQuery({
    queryKey: ['design rename', renaming],
    queryFn: () => designApi(http).inspectRename(renaming),
    staleTime: 0,
    gcTime: 0,
  })
  const places = (data?.documents ?? []).reduce((sum, { count }) => sum + count, 0)
  const canRename = data !== undefined && data.faults.length === 0 && data.byHand.length === 0
  const noun = 'kind' in renaming ? nameTitles[renaming.kind] : '字段'
  const rename = async () => {
    setBusy(true)
    try {
      const { message } = await designApi(http).rename(renaming)
      notify('success', message)
      onRenamed()
    } catch (reason) {
      setFailure(reason)
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={`${noun}「${renaming.from}」改名为「${renaming.to}」`}
      okText="改名并发布"
      cancelText="取消"
      okButtonProps={{ loading: isBusy, disabled: !canRename }}
      onOk={() => void rename()}
      onCancel={onClose}
    >
      <div className="view-design-release">
        {error && <Alert type="error" showIcon message={errorMessage(error)} />}
        {failure !== null && (
          <Suspense>
            <OperationFailure error={failure} id={id} operation={{ kind: 'rename', renaming }} />
          </Suspense>
        )}
        {!data && !error && <Spin aria-label="正在找用到它的地方" />}
        {data?.faults.map((text) => (
          <Alert key={text} type="error" showIcon message={text} />
        ))}
        {data?.byHand.map(({ id: other, text }) => (
          <Alert key={other} type="warning" showIcon message={`请先手工改好 ${other}：${text}`} />
        ))}
        {canRename && (
          <>
            <p>
              {data.documents.length} 份文档、{places}{' '}
              处跟着改，数据不动；保存的查询、数据规则和列权限也跟着改。马上对所有人生效。
            </p>
            {'kind' in renaming && renaming.kind === 'document' && (
              <p>地址没有另外写的，原来的 /{renaming.from} 不再打开，收藏和别处的链接要改。</p>
            )}
            <ul className="view-design-changes">
              {data.documents.map(({ id: other, title, count }) => (
                <li key={other}>
                  {title ?? other}（{other}）：{count} 处
                </li>
              ))}
            </ul>
            {data.drafts.length > 0 && (
              <p>
                这些草稿也用到它，会一起改：
                {data.drafts.map(({ documentId, realname }) => `${realname}的「${documentId}」`).join('、')}
              </p>
            )}
          </>
        )}
      </div>
    </Modal>
  )
}
