import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Spin } from 'antd'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { designApi, type RenamedField, type RenamedName } from '../api.ts'

interface Props {
  /** The id of the released document, and its draft. */
  id: string
  document: JsonObject
  renaming: RenamedField | RenamedName
  onClose(): void
  /** Receives the draft with the name. */
  onRename(document: JsonObject): void
}

/** What has a name of its own, in words. */
export const nameTitles: Readonly<Record<RenamedName['kind'], string>> = {
  document: '编号',
  dict: '字典编码',
  table: '表',
}

/** Shows what follows the new name of a released field, document, dictionary or table, and gives it in the draft. */
export function RenameDialog({ id, document, renaming, onClose, onRename }: Props) {
  const { http } = useServices()
  const { data, error } = useQuery({
    queryKey: ['design rename', id, document, renaming],
    queryFn: () => designApi(http).rename(id, document, renaming),
    staleTime: 0,
    gcTime: 0,
  })
  const places = (data?.documents ?? []).reduce((sum, { count }) => sum + count, 0)
  const renamed = data && data.byHand.length === 0 ? data.body : null
  const noun = 'kind' in renaming ? nameTitles[renaming.kind] : '字段'
  return (
    <Modal
      open
      title={`${noun}「${renaming.from}」改名为「${renaming.to}」`}
      okText="改在草稿里"
      cancelText="取消"
      okButtonProps={{ disabled: renamed === null }}
      onOk={() => renamed && onRename(renamed)}
      onCancel={onClose}
    >
      <div className="view-design-release">
        {error && <Alert type="error" showIcon message={errorMessage(error)} />}
        {!data && !error && <Spin aria-label="正在找用到它的地方" />}
        {data?.faults.map((text) => (
          <Alert key={text} type="error" showIcon message={text} />
        ))}
        {data?.byHand.map(({ id: other, text }) => (
          <Alert key={other} type="warning" showIcon message={`请先手工改好 ${other}：${text}`} />
        ))}
        {data && renamed && (
          <>
            <p>
              发布草稿时，{data.documents.length} 份文档、{places}{' '}
              处一起改，数据不动；保存的视图、数据规则和列权限也跟着改。发布以前能撤销。
            </p>
            {'kind' in renaming && renaming.kind === 'document' && (
              <p>地址没有另外写的，发布以后原来的 /{renaming.from} 不再打开，收藏和别处的链接要改。</p>
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
