import { MailOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { DocumentToolButton } from '#runtime/services/DocumentToolButton.tsx'
import type { DocumentToolsProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'

const OpenedForm = lazyDialog(
  async () => (await import('#runtime/screens/form-page/OpenedForm.tsx')).OpenedForm,
)

const form = 'system/report-mail'

/** Plans that a report or a panel is sent by mail. */
export function MailTool({ code, title, hasWord }: DocumentToolsProps) {
  const { notify } = useServices()
  const [isOpen, setOpen] = useState(false)
  if (code === undefined) return null
  return (
    <>
      <DocumentToolButton
        title="定时寄送"
        icon={<MailOutlined aria-hidden />}
        hasWord={hasWord}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <OpenedForm
          id={form}
          params={{ report: code, name: title }}
          onDone={() => notify('success', '已定下，可在「定时任务」里查看、停止')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
