import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { OwnRow, QueryState } from './OwnRows.tsx'
import type { FactorAction } from './SecondFactorDialog.tsx'

const SecondFactorDialog = lazyDialog(
  async () => (await import('./SecondFactorDialog.tsx')).SecondFactorDialog,
)

interface Factor {
  /** Null while it is off. */
  since: string | null
  recoveryCodes: number
}

/** The second factor of the user: an authenticator on the phone, and recovery codes. */
export function SecondFactor() {
  const { http } = useServices()
  const [action, setAction] = useState<FactorAction | null>(null)
  const factor = useQuery({
    queryKey: ['own', 'second-factor'],
    queryFn: ({ signal }) => http.get<Factor>('/sys/user/secondFactor', undefined, signal),
  })
  const since = factor.data?.since
  return (
    <>
      <OwnRow
        title="两步验证"
        note={
          <QueryState query={factor}>
            {({ since, recoveryCodes }) =>
              since
                ? `${since.slice(0, 10)} 开启，还有 ${recoveryCodes} 个恢复码可用`
                : '登录时除了密码，还要输入手机验证器上的动态验证码'
            }
          </QueryState>
        }
      >
        {since === null && (
          <Button type="link" onClick={() => setAction('enable')}>
            开启
          </Button>
        )}
        {since && (
          <>
            <Button type="link" onClick={() => setAction('renew')}>
              更换恢复码
            </Button>
            <Button type="link" onClick={() => setAction('disable')}>
              关闭
            </Button>
          </>
        )}
      </OwnRow>
      {action && (
        <SecondFactorDialog
          action={action}
          onClose={() => {
            setAction(null)
            void factor.refetch()
          }}
        />
      )}
    </>
  )
}
