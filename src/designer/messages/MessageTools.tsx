import { Button } from 'antd'
import { useState } from 'react'
import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'

const MessageTrial = lazyDialog(async () => (await import('./MessageTrial.tsx')).MessageTrial)

interface Props {
  document: JsonObject
  /** The id under which the screen is served. */
  servedId: string
}

/** Opens the trial of the messages of a draft, if it sends any. */
export function MessageTools({ document, servedId }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (listObjects(document.then).every(({ notify }) => notify === undefined)) return null
  return (
    <div className="view-design-tools">
      <Button size="small" onClick={() => setOpen(true)}>
        试发消息
      </Button>
      {isOpen && <MessageTrial document={document} servedId={servedId} onClose={() => setOpen(false)} />}
    </div>
  )
}
