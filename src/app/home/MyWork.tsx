import { CloseOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { userAtom } from '#client/session/state.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { usePage } from '#runtime/host/page-visibility.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { BlockFrame } from '#runtime/screens/panel/BlockFrame.tsx'
import { useServices } from '#runtime/services/services.tsx'
import { loadMyWork, type WorkEntry } from './my-work.ts'
import './my-work.css'

const workKey = ['my-work']
const designKey = ['my-designs']

/** The drafts of the designer that belong to the user; nobody else sees them. */
function useDesigns(): readonly WorkEntry[] {
  const { http, can, user } = useServices()
  const { data } = useQuery({
    queryKey: [...designKey, user.id],
    queryFn: ({ signal }) =>
      http.get<{ records: { design: string; title: string }[] }>(
        '/resource/online/form/list',
        { drafters: `*${user.realname}*`, field: 'id,,title,design', pageNo: 1, pageSize: 20 },
        signal,
      ),
    enabled: can('design:write') && can('online:form:list'),
    retry: false,
  })
  return (data?.records ?? []).map(({ design, title }) => ({
    key: `design ${design}`,
    title,
    kind: '设计草稿',
    href: `/online/cgform?design=${encodeURIComponent(design)}`,
  }))
}

/** 我的草稿 and 最近打开: where the user continues. */
export function MyWork({ block }: { block: Block<'text'> }) {
  const userId = useAtomValue(userAtom)?.id ?? ''
  const { http } = useServices()
  const client = useQueryClient()
  const page = usePage()
  const [modal, holder] = Modal.useModal()
  const { data: index } = useQuery(indexQuery(http))
  const { data, refetch } = useQuery({
    queryKey: [...workKey, userId],
    queryFn: () => loadMyWork(userId, index ?? []),
    enabled: index !== undefined,
  })
  const designs = useDesigns()
  useEffect(() => {
    return page.onShown(() => {
      void refetch()
      void client.invalidateQueries({ queryKey: designKey })
    })
  }, [page, refetch, client])
  const discard = async ({ title, discard }: WorkEntry) => {
    const isSure = await modal.confirm({
      title: `放弃「${title}」没有保存的内容？`,
      content: '放弃后不能恢复',
      cancelText: '保留',
      okText: '放弃',
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
    })
    if (!isSure) return
    await discard?.()
    await refetch()
  }
  const drafts = [...(data?.drafts ?? []), ...designs]
  const records = data?.records ?? []
  return (
    <BlockFrame title={block.title}>
      {holder}
      {drafts.length > 0 && (
        <Entries title="我的草稿" entries={drafts} onDiscard={(entry) => void discard(entry)} />
      )}
      {records.length > 0 && <Entries title="最近打开" entries={records} />}
      {data && drafts.length + records.length === 0 && <div className="pro-block-none">{block.text}</div>}
    </BlockFrame>
  )
}

interface EntriesProps {
  title: string
  entries: readonly WorkEntry[]
  onDiscard?(entry: WorkEntry): void
}

const Entries = ({ title, entries, onDiscard }: EntriesProps) => (
  <section className="app-my-work" aria-label={title}>
    <h3>{title}</h3>
    <ul>
      {entries.map((entry) => (
        <li key={entry.key}>
          <Link to={entry.href}>
            <span className="app-my-work-title" title={entry.title}>
              {entry.title}
            </span>
            <small>
              {[entry.kind, entry.at && formatDateTime(new Date(entry.at)).slice(5, 16)]
                .filter(Boolean)
                .join('，')}
            </small>
          </Link>
          {entry.discard && (
            <Button
              type="text"
              size="small"
              aria-label={`放弃草稿：${entry.title}`}
              title="放弃草稿"
              icon={<CloseOutlined aria-hidden />}
              onClick={() => onDiscard?.(entry)}
            />
          )}
        </li>
      ))}
    </ul>
  </section>
)
