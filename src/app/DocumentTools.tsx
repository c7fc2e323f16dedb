import { MailOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { Suspense, useState } from 'react'
import type { DocumentToolsProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'

const OpenedForm = lazyPart(
  async () => (await import('#runtime/screens/form-page/OpenedForm.tsx')).OpenedForm,
)

const form = 'system/report-mail'

/** Plans that a report or a panel is sent by mail. */
export function DocumentTools({ code, title, hasWord }: DocumentToolsProps) {
  const { notify } = useServices()
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      {hasWord ? (
        <Button onClick={open}>定时寄送</Button>
      ) : (
        <Tooltip title="定时寄送">
          <Button type="text" aria-label="定时寄送" icon={<MailOutlined aria-hidden />} onClick={open} />
        </Tooltip>
      )}
      {isOpen && (
        <Suspense>
          <OpenedForm
            id={form}
            params={{ report: code, name: title }}
            onDone={() => notify('success', '已定下，可在「定时任务」里查看、停止')}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
