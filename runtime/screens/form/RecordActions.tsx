import { ExportOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRuntime } from '#runtime/fields/context.tsx'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useNarrow } from '#runtime/ui/useNarrow.ts'

interface Props {
  screen: ScreenDocument
  onPage?(): void
}

/** Actions for a record in view mode besides closing it. */
export function RecordActions({ screen, onPage }: Props) {
  const { can } = useRuntime()
  const narrow = useNarrow()
  const named = [...(screen.actions?.row ?? []), ...(screen.actions?.toolbar ?? [])]
  const prints = named.includes('print') && can(codeOfAction(screen, 'print'))
  return (
    <>
      {prints && (
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          打印
        </Button>
      )}
      {onPage && !narrow && (
        <Button icon={<ExportOutlined aria-hidden />} onClick={onPage}>
          在页面中打开
        </Button>
      )}
    </>
  )
}
