import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readSsoCallback } from '#client/session/sso-callback.ts'
import { dropStored, readStored, writeStored } from '#client/session/storage.ts'
import { randomName } from '#runtime/kernel/random.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { OwnRow, QueryState } from './OwnRows.tsx'
import { SettingsFrame, SettingsSection } from './SettingsFrame.tsx'

interface LinkedAccount {
  type: string
  title: string
  nickname: string | null
  bound: boolean
}

const url = '/sys/user/bindings'
const nonceKey = 'BINDING_LEFT'

/** Opens the third party; its answer is valid in this browser only. */
function leaveFor(type: string): void {
  const nonce = randomName()
  writeStored(nonceKey, nonce, 'browser')
  const query = new URLSearchParams({ nonce, back: 'account' })
  window.location.assign(`/jeecg-boot/sys/thirdLogin/render/${encodeURIComponent(type)}?${query}`)
}

/** 账户绑定: accounts of third parties that sign in as this user. */
export default function Binding() {
  return (
    <SettingsFrame>
      <SettingsSection title="账户绑定">
        <Bindings />
      </SettingsSection>
    </SettingsFrame>
  )
}

function Bindings() {
  const { http, notify } = useServices()
  const { modal } = App.useApp()
  const bindings = useQuery({
    queryKey: ['own', 'bindings'],
    queryFn: ({ signal }) => http.get<LinkedAccount[]>(url, undefined, signal),
  })
  const { refetch } = bindings
  useReturn(() => void refetch())
  const release = ({ type, title }: LinkedAccount) =>
    modal.confirm({
      title: `确定解除与${title}的绑定吗 ?`,
      content: '解除后不能再用它登录。',
      onOk: async () => {
        try {
          const { message } = await http.send<unknown>('DELETE', `${url}/${encodeURIComponent(type)}`)
          notify('success', message || '已解除绑定')
        } catch (error) {
          notify('error', errorMessage(error))
        }
        await refetch()
      },
    })
  return (
    <QueryState query={bindings}>
      {(list) =>
        list.length === 0 ? (
          <p className="view-own-none">本系统没有配置第三方登录，暂时没有可以绑定的账户。</p>
        ) : (
          <ul className="view-own-rows">
            {list.map((account) => (
              <OwnRow
                key={account.type}
                title={account.title}
                note={
                  account.bound ? `已绑定${account.nickname ? `：${account.nickname}` : ''}` : '当前未绑定'
                }
              >
                {account.bound ? (
                  <Button
                    type="link"
                    aria-label={`解除绑定${account.title}`}
                    onClick={() => release(account)}
                  >
                    解除绑定
                  </Button>
                ) : (
                  <Button
                    type="link"
                    aria-label={`绑定${account.title}`}
                    onClick={() => leaveFor(account.type)}
                  >
                    绑定
                  </Button>
                )}
              </OwnRow>
            ))}
          </ul>
        )
      }
    </QueryState>
  )
}

/** The return from the third party: its proof is used once, and removed from the address. */
function useReturn(onBound: () => void) {
  const { http, notify } = useServices()
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    const visitor = readSsoCallback({ search: '', hash })?.visitor
    if (visitor?.from !== 'third') return
    const nonce = readStored(nonceKey)
    dropStored(nonceKey)
    void navigate(pathname, { replace: true })
    if (visitor.token === null || typeof nonce !== 'string') return void notify('error', '校验失败')
    http
      .send<unknown>('POST', '/sys/user/bindThird', { token: visitor.token, type: visitor.type, nonce })
      .then(({ message }) => {
        notify('success', message || '绑定成功')
        onBound()
      })
      .catch((error: unknown) => notify('error', errorMessage(error)))
  }, [hash])
}
