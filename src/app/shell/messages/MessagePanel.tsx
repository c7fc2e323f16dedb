import { Button, Tabs } from 'antd'
import { useEffect, useRef } from 'react'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import type { Announcement, Unread } from './messages.ts'
import { PriorityTag } from './PriorityTag.tsx'

interface Props {
  unread: Unread | undefined
  /** The panel is at its final position, and may receive the focus. */
  isShown: boolean
  error: unknown
  onRetry(): void
  onOpen(id: string): void
  onMore(): void
  onClose(): void
}

/** The newest unread, in two tabs; the first with unread ones is open. */
export function MessagePanel({ unread, isShown, error, onRetry, onOpen, onMore, onClose }: Props) {
  const panel = useRef<HTMLElement>(null)
  // The panel is rendered at the end of the page, where Tab would not reach it.
  useEffect(() => {
    if (isShown)
      panel.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"], button')?.focus()
  }, [isShown])
  const list = (rows: readonly Announcement[] = []) => <MessageList rows={rows} onOpen={onOpen} />
  return (
    <section
      ref={panel}
      className="app-message-panel"
      aria-label="未读消息"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {unread ? (
        <Tabs
          size="small"
          centered
          defaultActiveKey={unread.anntMsgTotal === 0 && unread.sysMsgTotal > 0 ? '2' : '1'}
          items={[
            { key: '1', label: `通知(${unread.anntMsgTotal})`, children: list(unread.anntMsgList) },
            { key: '2', label: `系统消息(${unread.sysMsgTotal})`, children: list(unread.sysMsgList) },
          ]}
        />
      ) : error ? (
        <LoadFailure title="消息没有加载出来" error={error} onRetry={onRetry} />
      ) : (
        <div className="app-message-waiting" aria-busy="true" />
      )}
      <Button type="text" block className="app-message-more" onClick={onMore}>
        查看更多
      </Button>
    </section>
  )
}

function MessageList({ rows, onOpen }: { rows: readonly Announcement[]; onOpen(id: string): void }) {
  if (rows.length === 0) return <StateNote title="没有未读的消息" text="看过的在「查看更多」里。" />
  return (
    <ul className="app-message-list">
      {rows.map(({ id, titile, sendTime, priority }) => (
        <li key={id}>
          <button type="button" onClick={() => onOpen(id)}>
            <span className="app-message-title" title={titile}>
              {titile}
            </span>
            <PriorityTag priority={priority} />
            <time className="app-num">{sendTime}</time>
          </button>
        </li>
      ))}
    </ul>
  )
}
