import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Clashes } from './Clashes.tsx'
import type { Design } from './useDesign.ts'

/** Says that changes of an ended page are in the draft again, and asks where changes of another page clash. */
export function RestoredDraft({ design }: { design: Design }) {
  const { isRestored, clash, takeClash, dropRestored } = design
  const [isClosed, setClosed] = useState(false)
  if (clash)
    return (
      <Alert
        banner
        type="warning"
        message="您在另一个页面也改了这份草稿，有几处两边不同，请选定用哪一个；选定以前这里的修改只留在本机"
        description={<Clashes conflicts={clash.conflicts} onTake={takeClash} />}
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
            dropRestored()
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
