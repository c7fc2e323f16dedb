import { useQuery } from '@tanstack/react-query'
import { App, Button, Tag } from 'antd'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { describeBrowser } from './describe-browser.ts'
import { OwnRow, QueryState } from './OwnRows.tsx'

interface OwnSession {
  id: string
  ip: string | null
  agent: string | null
  created: string
  lastSeen: string
  current: boolean
}

const url = '/sys/user/sessions'

/** The sessions of the user; any but the current one can be ended here. */
export function Sessions() {
  const { http, notify } = useServices()
  const { modal } = App.useApp()
  const sessions = useQuery({
    queryKey: ['own', 'sessions'],
    queryFn: ({ signal }) => http.get<OwnSession[]>(url, undefined, signal),
  })
  const end = (path: string, content: string) =>
    modal.confirm({
      title: '确定下线吗 ?',
      content,
      onOk: async () => {
        try {
          const { message } = await http.send<unknown>('DELETE', path)
          notify('success', message || '已下线')
        } catch (error) {
          notify('error', errorMessage(error))
        }
        await sessions.refetch()
      },
    })
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  return (
    <section className="view-own-part" aria-label="登录设备">
      <header>
        <h2>登录设备</h2>
        {others > 0 && (
          <Button size="small" onClick={() => end(url, `其他 ${others} 处登录都要重新登录。`)}>
            下线其他设备
          </Button>
        )}
      </header>
      <QueryState query={sessions}>
        {(list) => (
          <ul className="view-own-rows">
            {list.map(({ id, ip, agent, lastSeen, current }) => (
              <OwnRow
                key={id}
                title={
                  <>
                    {describeBrowser(agent)}{' '}
                    {current && (
                      <Tag bordered={false} color="success">
                        本机
                      </Tag>
                    )}
                  </>
                }
                note={`${ip ?? '地址不详'}，最近活动 ${lastSeen}`}
              >
                {!current && (
                  <Button
                    type="link"
                    aria-label={`下线 ${describeBrowser(agent)} ${ip ?? ''}`}
                    onClick={() => end(`${url}/${id}`, `${describeBrowser(agent)}，${ip ?? ''}`)}
                  >
                    下线
                  </Button>
                )}
              </OwnRow>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}
