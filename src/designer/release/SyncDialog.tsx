import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import Input from 'antd/es/input/Input'
import { useId, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { designApi, type PlannedStep } from '../api.ts'

/** A step of the plan with the rows that it changes and some of their values. */
export const stepText = ({ text, rows, samples }: PlannedStep): string => {
  const values = samples.length > 0 ? `，如${samples.map((value) => `「${value}」`).join('、')}` : ''
  return `${text}${rows ? `，影响 ${rows} 行${values}` : ''}`
}

interface TypedProps {
  table: string
  value: string
  onChange(value: string): void
}

/** The name of a table, typed to confirm a step that cannot be undone. */
export function TypedTable({ table, value, onChange }: TypedProps) {
  const id = useId()
  return (
    <div className="view-design-typed">
      <label htmlFor={id}>
        填写表名 <code>{table}</code> 确认
      </label>
      <Input id={id} value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}

interface Props {
  id: string
  onClose(): void
}

/** The plan of a released document's tables; a normal synchronisation keeps all data, a forced one runs every step. */
export function SyncDialog({ id, onClose }: Props) {
  const { http, notify } = useServices()
  const [api] = useState(() => designApi(http))
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch, isPaused } = useQuery({
    queryKey: ['design database', id],
    queryFn: ({ signal }) => api.database(id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const run = async (table?: string) => {
    setBusy(true)
    try {
      const { message } = await api.synchronise(id, table)
      notify('success', message)
      setTyped('')
      await refetch()
    } catch (failure) {
      notify('error', errorMessage(failure))
    } finally {
      setBusy(false)
    }
  }
  const losing = data?.steps.filter(({ additive }) => !additive) ?? []
  const keeping = data?.steps.filter(({ additive }) => additive) ?? []
  return (
    <Modal
      open
      title="同步数据库"
      width={640}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        losing.length > 0 && (
          <Button
            key="forced"
            danger
            loading={isBusy}
            disabled={typed !== data?.table}
            onClick={() => void run(typed)}
          >
            强制同步
          </Button>
        ),
        <Button
          key="normal"
          type="primary"
          loading={isBusy}
          disabled={keeping.length === 0}
          onClick={() => void run()}
        >
          普通同步
        </Button>,
      ]}
    >
      {error && <LoadFailure title="没有读到数据库" error={error} onRetry={refetch} />}
      {isPaused && <StateNote tone="error" title="没有读到数据库" text="网络已断开，连上后会自动再读。" />}
      {!data && !error && !isPaused && <TextSkeleton rows={3} />}
      {data && data.steps.length === 0 && (
        <StateNote title="已同步" text="数据库里的表与文档一致，没有要做的。" />
      )}
      <div className="view-design-release">
        {keeping.length > 0 && (
          <>
            <h3>普通同步，不丢数据</h3>
            <ul className="view-design-changes">
              {keeping.map((step) => (
                <li key={step.text}>{stepText(step)}</li>
              ))}
            </ul>
          </>
        )}
        {losing.length > 0 && (
          <>
            <h3>强制同步另外要做的，不能撤销</h3>
            <ul className="view-design-changes">
              {losing.map((step) => (
                <li key={step.text}>{stepText(step)}</li>
              ))}
            </ul>
            <TypedTable table={data?.table ?? ''} value={typed} onChange={setTyped} />
          </>
        )}
      </div>
    </Modal>
  )
}
