import { useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { taskCountsKey } from '#runtime/data/task-counts.ts'
import { DocumentForm } from '#runtime/screens/form/document/DocumentForm.tsx'
import { passAllForm } from '#runtime/screens/form/workflow/decisions.ts'
import { usePhraseTexts } from '#runtime/screens/form/workflow/phrases.ts'
import { useListContext } from '#runtime/screens/list-kit/parts/list-context.tsx'
import type { ActionViewProps } from '#runtime/services/extensions.ts'

/** What `POST /workflow/pass-all` answers. */
interface Passed {
  passed: number
  failed: readonly { id: string; title: string; text: string }[]
}

const todo = 'bpm/todo'

/**
 * One opinion for the selected tasks, or for what waits for the user of the selected records of a list that a workflow leads;
 * those that could not be decided are listed with the reason.
 */
export function PassTasks({ rows = [], onClose, onChange }: ActionViewProps) {
  const client = useQueryClient()
  const { id: screen } = useListContext().list.plan
  const phrases = usePhraseTexts(true)
  const [ids] = useState(() => rows.map(({ id }) => id))
  const decision = useMemo(
    () => passAllForm(ids, screen === todo ? 'tasks' : { screen }, phrases),
    [ids, screen, phrases],
  )
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
