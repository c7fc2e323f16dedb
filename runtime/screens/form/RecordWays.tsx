import { ExportOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRuntime } from '../../fields/context.tsx'
import { useNarrow } from '../../fields/parts/use-narrow.ts'
import { codeOfAction } from '../../schema/action-codes.ts'
import type { ScreenDocument } from '../../schema/types.ts'

interface Props {
  screen: ScreenDocument
  onPage?(): void
}

/** What may be done with a record that is looked at, beside closing it. */
export function RecordWays({ screen, onPage }: Props) {
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
