import { BellOutlined } from '@ant-design/icons'
import { App, Button, Popover } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { useIsNotified } from '#client/session/notify-settings.ts'
import { onLive } from '#runtime/data/live.ts'
import { readText } from '#runtime/kernel/json.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { useMessages } from './messages.ts'
import './messages.css'

const MessagePanel = lazyPart(async () => (await import('./MessagePanel.tsx')).MessagePanel)
const AnnouncementDialog = lazyPart(async () => (await import('./MessageDialogs.tsx')).AnnouncementDialog)
const TaskCounts = lazyPart(async () => (await import('./TaskCounts.tsx')).TaskCounts)

const MAX_COUNT = 99
const inSight = 6

/** Shows the number of unread messages and the newest ones, and announces new ones. */
export function Bell() {
  const navigate = useNavigate()
  const { unread, error, look } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const [isShown, setShown] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  usePushed(setOpened)

  const count = (unread?.anntMsgTotal ?? 0) + (unread?.sysMsgTotal ?? 0)
  const change = (next: boolean) => {
    setOpen(next)
    if (next) look()
  }
  const close = useCallback(() => setOpened(null), [])
  const panel = (
    <ShellPart
      title="消息"
      fallback={<div className="app-message-panel app-message-waiting" aria-busy="true" />}
    >
      <MessagePanel
        unread={unread}
        isShown={isShown}
        error={error}
        onRetry={look}
        onOpen={(id) => {
          setOpen(false)
          setOpened(id)
        }}
        onMore={() => {
          setOpen(false)
          void navigate('/isps/userAnnouncement')
        }}
        onClose={() => {
          setOpen(false)
          button.current?.focus()
        }}
      />
    </ShellPart>
  )
  return (
    <>
      <ShellPart title="待办数" fallback={null}>
        <TaskCounts />
      </ShellPart>
      <Popover
        open={isOpen}
        onOpenChange={change}
        afterOpenChange={setShown}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        destroyOnHidden
        styles={{ body: { padding: 0 } }}
        content={panel}
      >
        <button
          ref={button}
          type="button"
          className="app-header-button app-bell"
          title="消息"
          aria-label={count > 0 ? `消息，${count} 条未读` : '消息'}
          aria-expanded={isOpen}
        >
          <BellOutlined aria-hidden />
          {count > 0 && (
            <span className="app-bell-count app-num" aria-hidden="true">
              {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
            </span>
          )}
        </button>
      </Popover>
      {opened !== null && (
        <ShellPart title="通知消息">
          <AnnouncementDialog key={opened} id={opened} onClose={close} />
        </ShellPart>
      )}
    </>
  )
}

/** A short notice of a new announcement; a revoked one is pushed without a text. */
function usePushed(open: (id: string) => void): void {
  const { notification } = App.useApp()
  const isNotified = useIsNotified()
  useEffect(() => {
    return onLive((frame) => {
      if (frame.cmd !== 'topic' && frame.cmd !== 'user') return
      const { msgId, msgTxt, msgCategory } = frame as Readonly<Record<string, unknown>>
      const [id, text] = [readText(msgId), readText(msgTxt)]
      if (id === '') return
      const key = `message-${id}`
      if (text === '') return notification.destroy(key)
      const show = () => {
        notification.destroy(key)
        open(id)
      }
      const announce = () =>
        notification.open({
          key,
          message: '新消息',
          description: text,
          placement: 'bottomRight',
          duration: inSight,
          role: 'status',
          className: 'app-message-notice',
          onClick: show,
          actions: (
            <Button type="link" size="small" onClick={show}>
              查看
            </Button>
          ),
        })
      void isNotified(msgCategory).then((isWanted) => isWanted && announce())
    })
  }, [notification, open, isNotified])
}
