import { Modal, Segmented, Tag } from 'antd'
import { useMemo, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { TriedEntry, TriedMessage } from '#runtime/record/changes/message-trial.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { getKey } from '../document-edit.ts'
import { RecordChoice } from '../record/RecordChoice.tsx'
import { SAMPLE, usePrintedRecord } from '../record/usePrintedRecord.ts'
import { listReadBefore, listToldChanges } from './told-changes.ts'
import { useMessageTrial } from './useMessageTrial.ts'
import './messages.css'

interface Props {
  document: JsonObject
  /** The id under which the screen is served. */
  servedId: string
  onClose(): void
}

/** Who would get which message of the draft after a change of a record. Nothing is sent. */
export function MessageTrial({ document, servedId, onClose }: Props) {
  const screen = useMemo(() => {
    const drawn = asDocumentWith(drawableDocument(document), 'hasTable')
    return drawn && ({ ...drawn, id: servedId } as ScreenDocument)
  }, [document, servedId])
  return (
    <Modal open title="试发消息" width={760} footer={null} onCancel={onClose}>
      {screen && <Trial document={document} screen={screen} />}
    </Modal>
  )
}

function Trial({ document, screen }: Pick<Props, 'document'> & { screen: ScreenDocument }) {
  const changes = useMemo(() => listToldChanges(document), [document])
  const [change, setChange] = useState(changes[0]?.value ?? 'edit')
  const [before, setBefore] = useState<JsonObject>({})
  const chosen = usePrintedRecord(screen, 'messages', false)
  const record = chosen.id === SAMPLE ? undefined : chosen.id
  const { data, error, refetch } = useMessageTrial({ document, screen: screen.id, record, change, before })
  const types = useFieldTypes()
  const readBefore = useMemo(() => listReadBefore(document, change), [document, change])
  if (record === undefined)
    return <StateNote title="还没有记录可以试" text={`先在「${screen.title}」里录入一条，再回来试发。`} />
  return (
    <>
      <p className="view-design-hint">只算一遍谁收到什么，不会发出去，也不存。动手的人按您算。</p>
      <div className="view-message-choices">
        <span>做什么</span>
        <Segmented
          size="small"
          aria-label="做什么"
          options={changes}
          value={change}
          onChange={(next) => {
            setChange(next)
            setBefore({})
          }}
        />
        <span>拿哪条记录试</span>
        <RecordChoice screen={screen} printed={chosen} label="拿哪条记录试" hasSample={false} />
        {readBefore.map((field) => {
          const key = getKey(field)
          const Control = types.get(String(field.type))?.Control
          const named = { ...field, title: `改之前的${String(field.title ?? key)}`, placeholder: '没有改' }
          return (
            Control && (
              <div key={key} className="view-message-before">
                <label htmlFor={`before-${key}`}>{named.title}</label>
                <Control
                  id={`before-${key}`}
                  value={before[key] ?? null}
                  field={named as unknown as Field}
                  values={before}
                  size="small"
                  patch={() => {}}
                  onChange={(next: unknown) => {
                    const { [key]: _, ...others } = before
                    setBefore(next === null || next === '' ? others : { ...others, [key]: next })
                  }}
                />
              </div>
            )
          )
        })}
      </div>
      {error ? (
        <LoadFailure title="没有试出来" error={error} onRetry={refetch} />
      ) : data ? (
        data.map((entry) => <Entry key={entry.at} entry={entry} />)
      ) : (
        <TextSkeleton rows={4} />
      )}
    </>
  )
}

const Entry = ({ entry: { at, isMet, note, messages } }: { entry: TriedEntry }) => (
  <section className="view-message-entry" aria-label={`第 ${at + 1} 条`}>
    <h4>
      第 {at + 1} 条{' '}
      <Tag color={isMet ? 'success' : 'default'}>{isMet ? '条件成立' : '条件不成立，不发'}</Tag>
    </h4>
    {note && <p className="view-design-hint">{note}</p>}
    {messages.length > 0 && (
      <table>
        <thead>
          <tr>
            <th scope="col">收件人</th>
            <th scope="col">方式</th>
            <th scope="col">收到什么</th>
          </tr>
        </thead>
        <tbody>
          {messages.map((message) => (
            <tr key={`${message.account} ${message.way}`}>
              <td>{message.name ?? '群里的人'}</td>
              <td>{message.way}</td>
              <td>
                <Received message={message} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)

function Received({ message: { title, text, omitted, due, isCollected } }: { message: TriedMessage }) {
  if (omitted !== undefined) return <span className="view-design-hint">不发：{omitted}</span>
  return (
    <>
      <b>{title}</b>
      {text !== '' && <p>{text}</p>}
      {due !== undefined && (
        <p className="view-design-hint">{isCollected ? `合成一封，${due} 发` : `免打扰时段，${due} 才发`}</p>
      )}
    </>
  )
}
