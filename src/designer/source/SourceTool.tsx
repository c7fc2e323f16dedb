import { CodeOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { DocumentToolButton } from '#runtime/services/DocumentToolButton.tsx'
import type { DocumentToolsProps } from '#runtime/services/extensions.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'

const SourceDrawer = lazyDialog(async () => (await import('./SourceDrawer.tsx')).SourceDrawer)

/** Shows the document of the page, with its words explained. */
export function SourceTool({ id, title, hasWord }: DocumentToolsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DocumentToolButton
        title="查看配置"
        icon={<CodeOutlined aria-hidden />}
        hasWord={hasWord}
        onClick={() => setOpen(true)}
      />
      {isOpen && <SourceDrawer id={id} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}
