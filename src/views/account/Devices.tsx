import { useQuery } from '@tanstack/react-query'
import { App, Button, Tag } from 'antd'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { describeBrowser } from './describe-browser.ts'
import { OwnRow, QueryState } from './OwnRows.tsx'

interface Device {
  id: string
  /** Null for a device that was last used before addresses were stored. */
  ip: string | null
  agent: string | null
  last: string
  current: boolean
}

const url = '/sys/user/devices'

/** The known devices of the user; a removed one counts as new at its next sign-in. */
export function Devices() {
  const { http, notify } = useServices()
  const { modal } = App.useApp()
  const devices = useQuery({
    queryKey: ['own', 'devices'],
    queryFn: ({ signal }) => http.get<Device[]>(url, undefined, signal),
  })
  const remove = ({ id, ip, agent }: Device) =>
    modal.confirm({
      title: '确定移除这个设备吗 ?',
      content: `${describeBrowser(agent)}，${ip ?? '地址不详'}。再从它登录时，按新设备提醒。`,
      onOk: async () => {
        try {
          const { message } = await http.send<unknown>('DELETE', `${url}/${id}`)
          notify('success', message || '已移除')
        } catch (error) {
          notify('error', errorMessage(error))
        }
        await devices.refetch()
      },
    })
  return (
    <section className="view-own-part" aria-label="常用设备">
      <header>
        <h2>常用设备</h2>
      </header>
      <QueryState query={devices}>
        {(list) =>
          list.length === 0 ? (
            <p className="view-own-none">还没有常用设备，登录过的设备会列在这里。</p>
          ) : (
            <ul className="view-own-rows">
              {list.map((device) => (
                <OwnRow
                  key={device.id}
                  title={
                    <>
                      {describeBrowser(device.agent)}{' '}
                      {device.current && (
                        <Tag bordered={false} color="success">
                          本机
                        </Tag>
                      )}
                    </>
                  }
                  note={`${device.ip ?? '地址不详'}，最近登录 ${device.last.slice(0, 19)}`}
                >
                  <Button
                    type="link"
                    aria-label={`移除 ${describeBrowser(device.agent)} ${device.ip ?? ''}`}
                    onClick={() => remove(device)}
                  >
                    移除
                  </Button>
                </OwnRow>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}
