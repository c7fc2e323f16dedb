import { Alert, Button } from 'antd'
import { useState } from 'react'
import { DraftConflicts } from './DraftConflicts.tsx'
import type { Design } from './useDesign.ts'

/** Says that changes of an ended page are in the draft again, and asks where changes of another page conflict with them. */
export function RestoredDraft({ design }: { design: Design }) {
  const { isRestored, state, session } = design
  const [isClosed, setClosed] = useState(false)
  if (state.kind === 'conflict')
    return (
      <Alert
        banner
        type="warning"
        message="您在另一个页面也改了这份草稿，有几处两边不同，请选定用哪一个；选定以前这里的修改只留在本机"
        description={<DraftConflicts conflicts={state.conflicts} onTake={session.decideConflict} />}
      />
    )
  if (!isRestored || isClosed) return null
  return (
    <Alert
      banner
      type="info"
      message="已恢复未保存的修改"
      action={
        <Button
          size="small"
          onClick={() => {
            session.dropRestored()
            setClosed(true)
          }}
        >
          不要这些修改
        </Button>
      }
      closable
      onClose={() => setClosed(true)}
    />
  )
}
