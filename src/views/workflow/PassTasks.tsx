import { useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useRef, useState } from 'react'
import { taskCountsKey } from '#runtime/data/task-counts.ts'
import { DocumentForm } from '#runtime/screens/form/document/DocumentForm.tsx'
import { passAllForm } from '#runtime/screens/form/workflow/decisions.ts'
import type { ActionViewProps } from '#runtime/services/extensions.ts'

/** What `POST /workflow/pass-all` answers. */
interface Passed {
  passed: number
  failed: readonly { id: string; title: string; text: string }[]
}

/** One opinion for the selected tasks; those that could not be decided are listed with the reason. */
export function PassTasks({ rows = [], onClose, onChange }: ActionViewProps) {
  const client = useQueryClient()
  const [decision] = useState(() => passAllForm(rows.map(({ id }) => id)))
  const [answer, setAnswer] = useState<Passed | null>(null)
  const hasFailed = useRef(false)
  const finish = (result: unknown) => {
    const passed = result as Passed
    hasFailed.current = passed.failed.length > 0
    if (hasFailed.current) setAnswer(passed)
    void client.invalidateQueries({ queryKey: taskCountsKey })
    onChange()
  }
  if (answer)
    return (
      <Modal
        open
        title={`同意了 ${answer.passed} 件，${answer.failed.length} 件没有办成`}
        okText="关闭"
        cancelButtonProps={{ hidden: true }}
        onOk={onClose}
        onCancel={onClose}
      >
        <ul className="pro-warnings">
          {answer.failed.map(({ id, title, text }) => (
            <li key={id}>
              <b>{title}</b>
              {text}
            </li>
          ))}
        </ul>
      </Modal>
    )
  return (
    <DocumentForm
      document={decision.document}
      params={decision.params}
      buildBody={decision.buildBody}
      onDone={finish}
      onClose={() => {
        if (!hasFailed.current) onClose()
      }}
    />
  )
}
