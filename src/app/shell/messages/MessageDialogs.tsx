import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { menuAtom } from '#client/menu/menu-state.ts'
import { http } from '#client/session/http.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { FormChrome } from '#runtime/screens/form/FormChrome.tsx'
import type { RecordDialogProps } from '#runtime/services/extensions.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { useDelayed } from '#runtime/ui/layout/useDelayed.ts'
import { RichText } from '#runtime/ui/rich-text/RichText.tsx'
import { safeHtml } from '#runtime/ui/rich-text/safe-html.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { ModuleNotFound } from '#views/exception/ModuleNotFound.tsx'
import { findLink, namesPage, resolveComponent } from './destination.ts'
import { type Announcement, refetchMessages } from './messages.ts'
import { PriorityTag } from './PriorityTag.tsx'

type DialogProps = Omit<RecordDialogProps, 'screen'>

/** An announcement, by its own id. */
export const AnnouncementDialog = (props: DialogProps) => (
  <MessageDialog {...props} url="/sys/annountCement/queryById" />
)

/** A message of the user's own list, by the id of the row. */
export const ListedMessage = (props: DialogProps) => (
  <MessageDialog {...props} url="/sys/sysAnnouncementSend/queryById" />
)

const content = { key: 'msgContent', title: '内容', type: 'umeditor' }

function MessageDialog({ id, url, onClose }: DialogProps & { url: string }) {
  const navigate = useNavigate()
  const { message, error, isPending, refetch } = useMessage(url, id)
  const missing = useComponent(message, onClose)
  const late = useDelayed(isPending)
  const link = message && findLink(message)
  const html = useMemo(() => safeHtml(message?.msgContent ?? ''), [message])
  const sender = message?.sender_dictText ?? message?.sender
  const isLeaving = message !== undefined && namesPage(message) && missing === null
  if ((isPending && !late) || isLeaving) return null

  const handle = () => {
    onClose()
    if (link?.kind === 'page') void navigate(link.to)
    if (link?.kind === 'outside') window.open(link.href, '_blank', 'noopener,noreferrer')
  }
  return (
    <FormChrome
      open="modal"
      width="60%"
      title="通知消息"
      ready={null}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          {link && (
            <Button type="primary" onClick={handle}>
              去处理
            </Button>
          )}
        </>
      }
    >
      {missing ? (
        <ModuleNotFound component={missing.component} tried={missing.tried} />
      ) : message ? (
        <article className="app-message">
          <h2>{message.titile}</h2>
          <p className="app-message-from app-num">
            <PriorityTag priority={message.priority} />
            {sender && <span>发布人：{sender}</span>}
            <span>发布时间：{message.sendTime}</span>
          </p>
          {!message.msgContent ? (
            // A message of the server has an abstract only.
            <p>{message.msgAbstract}</p>
          ) : (
            <RichText field={content}>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: safeHtml passes only the allowed elements */}
              <div className="pro-rich-text" dangerouslySetInnerHTML={{ __html: html }} />
            </RichText>
          )}
        </article>
      ) : error ? (
        <LoadFailure title="这条消息没有打开" error={error} onRetry={refetch} />
      ) : (
        <TextSkeleton rows={7} />
      )}
    </FormChrome>
  )
}

/** The message; it counts as read when it has been loaded. */
function useMessage(url: string, id: string) {
  const client = useQueryClient()
  const { data, ...answer } = useQuery({
    queryKey: ['message', url, id],
    queryFn: ({ signal }) => http.get<Announcement>(url, { id }, signal),
    gcTime: 0,
  })
  const anntId = data && (data.anntId ?? data.id)
  useEffect(() => {
    if (anntId === undefined) return
    http
      .send('PUT', '/sys/sysAnnouncementSend/editByAnntIdAndUserId', { anntId })
      .then(() => refetchMessages(client))
      // A reader of a message to another user has no entry to mark; the bell still counts the unread ones.
      .catch(() => undefined)
  }, [client, anntId])
  return { message: data, ...answer }
}

/** Opens the page of a message with `openType` component; returns the reason when it cannot be opened. */
function useComponent(message: Announcement | undefined, onClose: () => void) {
  const navigate = useNavigate()
  const { pages } = useAtomValue(menuAtom)
  const isWanted = message !== undefined && namesPage(message)
  const { data: index } = useQuery({ ...indexQuery(http), enabled: isWanted })
  const component = useMemo(
    () => (isWanted && index ? resolveComponent(message, index, pages) : null),
    [isWanted, message, index, pages],
  )
  const leave = useRef((_to: string) => {})
  leave.current = (to) => {
    onClose()
    void navigate(to)
  }
  useEffect(() => {
    if (component?.kind === 'page') leave.current(component.to)
  }, [component])
  return component?.kind === 'missing' ? component : null
}
