import { CommentOutlined, ExportOutlined, HistoryOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { hasHistory } from '#runtime/compile/actions.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { RecordPrintButton } from '../print/RecordPrintButton.tsx'
import type { DrawerPage } from '../record-drawer/RecordDrawer.tsx'

const RecordDrawer = lazyDialog(async () => (await import('../record-drawer/RecordDrawer.tsx')).RecordDrawer)
const CommentButton = lazyPart(async () => (await import('../comments/CommentButton.tsx')).CommentButton)

interface Props {
  screen: ScreenDocument
  /** The stored record; absent for a form that shows no stored one. */
  id?: string
  onPage?(): void
}

/** Actions for a record in view mode besides closing it. */
export function RecordActions({ screen, id, onPage }: Props) {
  const { can } = useServices()
  const narrow = useNarrow()
  const [drawer, setDrawer] = useState<DrawerPage | null>(null)
  const openComments = () => setDrawer('comments')
  return (
    <>
      {id !== undefined && <RecordPrintButton screen={screen} ids={[id]} hasIcon />}
      {id !== undefined && hasHistory(screen) && can(codeOfAction(screen, 'history')) && (
        <>
          <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setDrawer('history')}>
            历史
          </Button>
          <Suspense
            fallback={
              <Button icon={<CommentOutlined aria-hidden />} onClick={openComments}>
                评论
              </Button>
            }
          >
            <CommentButton screen={screen} id={id} onClick={openComments} />
          </Suspense>
        </>
      )}
      {onPage && !narrow && (
        <Button icon={<ExportOutlined aria-hidden />} onClick={onPage}>
          在页面中打开
        </Button>
      )}
      {drawer !== null && id !== undefined && (
        <RecordDrawer screen={screen} id={id} first={drawer} onClose={() => setDrawer(null)} />
      )}
    </>
  )
}
