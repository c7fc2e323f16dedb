import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Clashes } from './Clashes.tsx'
import type { Design } from './useDesign.ts'

/** Says that changes of an ended page are in the draft again, or asks where they clash with later ones. */
export function RestoredDraft({ design }: { design: Design }) {
  const { restored, takeRestored, dropRestored } = design
  const [isClosed, setClosed] = useState(false)
  if (!restored || isClosed) return null
  const hasClash = restored.conflicts.length > 0
  const close = (settle: () => void) => () => {
    settle()
    setClosed(true)
  }
  return (
    <Alert
      banner
      type={hasClash ? 'warning' : 'info'}
      message={
        hasClash ? '上次没有存上的修改还在，其中几处后来已另作修改，请选定用哪一个' : '已恢复未保存的修改'
      }
      description={
        hasClash && (
          <Clashes conflicts={restored.conflicts} onTake={(isOurs) => close(() => takeRestored(isOurs))()} />
        )
      }
      action={
        <Button size="small" onClick={close(dropRestored)}>
          不要这些修改
        </Button>
      }
      closable={!hasClash}
      onClose={() => setClosed(true)}
    />
  )
}
