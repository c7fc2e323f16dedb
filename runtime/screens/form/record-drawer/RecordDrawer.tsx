import { Button, Tabs } from 'antd'
import { useState } from 'react'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { Comments } from '../comments/Comments.tsx'
import { useComments } from '../comments/useComments.ts'
import { FormChrome } from '../FormChrome.tsx'
import { History } from '../history/History.tsx'

export type DrawerPage = 'comments' | 'history'

interface Props {
  screen: ScreenDocument
  id: string
  /** The page that is shown first. */
  first: DrawerPage
  onClose(): void
}

/** Opened to write a comment, the drawer focuses the place to write. */
const writing = {}

/** Beside a record: what users wrote about it, and its versions. */
export function RecordDrawer({ screen, id, first, onClose }: Props) {
  const [page, setPage] = useState<string>(first)
  const { total } = useComments(screen, id)
  return (
    <FormChrome
      open="drawer"
      width={720}
      title={screen.title}
      ready={first === 'comments' ? writing : null}
      onClose={onClose}
      footer={
        <div className="pro-form-foot">
          <span className="pro-gap" />
          <Button onClick={onClose}>关闭</Button>
        </div>
      }
    >
      <Tabs
        activeKey={page}
        onChange={setPage}
        items={[
          {
            key: 'comments',
            label: total > 0 ? `评论 ${total}` : '评论',
            children: <Comments screen={screen} id={id} />,
          },
          { key: 'history', label: '历史', children: <History screen={screen} id={id} /> },
        ]}
      />
    </FormChrome>
  )
}
