import { ExportOutlined, HistoryOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { hasHistory } from '#runtime/compile/actions.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { useNarrow } from '#runtime/ui/useNarrow.ts'
import { RecordPrintButton } from './print/RecordPrintButton.tsx'

const HistoryDrawer = lazyPart(async () => (await import('./history/HistoryDrawer.tsx')).HistoryDrawer)

interface Props {
  screen: ScreenDocument
  /** The stored record; absent for a form that shows no stored one. */
  id?: string
  onPage?(): void
}

/** Actions for a record in view mode besides closing it. */
export function RecordActions({ screen, id, onPage }: Props) {
  const { can } = useRuntime()
  const narrow = useNarrow()
  const [isHistory, setHistory] = useState(false)
  return (
    <>
      {id !== undefined && <RecordPrintButton screen={screen} ids={[id]} hasIcon />}
      {id !== undefined && hasHistory(screen) && can(codeOfAction(screen, 'history')) && (
        <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setHistory(true)}>
          历史
        </Button>
      )}
      {onPage && !narrow && (
        <Button icon={<ExportOutlined aria-hidden />} onClick={onPage}>
          在页面中打开
        </Button>
      )}
      {isHistory && id !== undefined && (
        <Suspense>
          <HistoryDrawer screen={screen} id={id} onClose={() => setHistory(false)} />
        </Suspense>
      )}
    </>
  )
}
