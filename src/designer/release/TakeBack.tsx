import { useQuery } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { describeChange } from '#runtime/schema/changes/describe.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import type { Design } from '../draft/useDesign.ts'
import { stepText } from './SyncDialog.tsx'

interface Props {
  design: Design
  revision: number
  body: JsonObject
  onClose(): void
  onTake(): void
}

/** What a revision would change of the draft, of the database and in other documents, before it is taken back. */
export function TakeBack({ design, revision, body, onClose, onTake }: Props) {
  const { api, id } = design.session
  const { data, error } = useQuery({
    queryKey: ['design taken revision', id, revision],
    queryFn: () => api.inspect(id, body),
    staleTime: 0,
    gcTime: 0,
  })
  const changes = diffDocuments(design.document, body)
  return (
    <Modal
      open
      title={`取回第 ${revision} 版`}
      width={640}
      okText="取回到草稿"
      cancelText="取消"
      okButtonProps={{ disabled: changes.length === 0 }}
      onOk={onTake}
      onCancel={onClose}
    >
      <div className="view-design-release">
        <p>草稿会变成第 {revision} 版，能撤销；发布以后才生效。</p>
        <h3>{changes.length > 0 ? `草稿里的 ${changes.length} 处更改` : '草稿与这一版相同'}</h3>
        <ul className="view-design-changes">
          {changes.map((change) => (
            <li key={`${change.type} ${change.path.join('/')}`}>
              {describeChange(change, design.document, body)}
            </li>
          ))}
        </ul>
        {error && <Alert type="error" showIcon message={errorMessage(error)} />}
        {!data && !error && <TextSkeleton rows={2} />}
        {data && data.problems.length > 0 && (
          <>
            <h3>取回以后要改好的</h3>
            <ul className="view-design-changes">
              {data.problems.map(({ file, path, text }) => (
                <li key={`${file} ${path} ${text}`}>
                  {file === id ? '' : `${file}：`}
                  {text}
                </li>
              ))}
            </ul>
          </>
        )}
        {data && data.problems.length === 0 && (
          <>
            <h3>发布时数据库里</h3>
            <ul className="view-design-changes">
              {data.steps.map((step) => (
                <li key={step.text}>{stepText(step)}</li>
              ))}
              {data.steps.length === 0 && <li>没有要改的</li>}
            </ul>
          </>
        )}
      </div>
    </Modal>
  )
}
