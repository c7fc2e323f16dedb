import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { AppRuntime } from '#client/runtime/AppRuntime.tsx'
import { SchemaPage } from '#runtime/resolve/SchemaPage.tsx'
import { useServices } from '#runtime/services/services.tsx'
import './log.css'

/** The tabs, with the log type of the contract that counts their lines. */
const logs = [
  { id: 'system/login-log', title: '登录日志', logType: '1', code: 'system:login-log:list' },
  { id: 'system/operation-log', title: '操作日志', logType: '2', code: 'system:operation-log:list' },
] as const

/** The sign-ins and the operations, each in a tab with the number of its lines. */
export default function LogPage() {
  return (
    <AppRuntime>
      <LogTabs />
    </AppRuntime>
  )
}

function LogTabs() {
  const { can } = useServices()
  const [params, setParams] = useSearchParams()
  const allowed = logs.filter(({ code }) => can(code))
  const chosen = allowed.find(({ id }) => id.endsWith(`/${params.get('tab')}`)) ?? allowed[0]
  if (!chosen) return null
  return (
    <div className="view-logs">
      <Tabs
        activeKey={chosen.id}
        // The conditions in the address belong to the list of the former tab.
        onChange={(id) => setParams({ tab: id.replace('system/', '') })}
        items={allowed.map(({ id, title, logType }) => ({
          key: id,
          label: <TabTitle title={title} logType={logType} />,
        }))}
      />
      <SchemaPage key={chosen.id} id={chosen.id} />
    </div>
  )
}

interface PageOfLines {
  total: number
  totalEstimated?: boolean
}

function TabTitle({ title, logType }: { title: string; logType: string }) {
  const { http } = useServices()
  const lines = useQuery({
    queryKey: ['log', 'count', logType],
    queryFn: ({ signal }) =>
      http.get<PageOfLines>('/sys/log/list', { logType, pageNo: 1, pageSize: 1 }, signal),
    staleTime: 30_000,
  })
  return (
    <>
      {title}
      {lines.data && (
        <span className="view-logs-count">
          {lines.data.totalEstimated ? '约 ' : ''}
          {lines.data.total.toLocaleString('zh-CN')}
        </span>
      )}
    </>
  )
}
