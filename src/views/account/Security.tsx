import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { ownInfoKey } from '#client/session/notify-settings.ts'
import { OpenedForm } from '#runtime/screens/form-page/OpenedForm.tsx'
import { useServices } from '#runtime/services/services.tsx'
import { Devices } from './Devices.tsx'
import { OwnRow, QueryState } from './OwnRows.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { SettingsFrame, SettingsSection } from './SettingsFrame.tsx'

const nothing = {}

/** 安全设置: password, phone, backup email, second factor, sessions and known devices of the user. */
export default function Security() {
  return (
    <SettingsFrame>
      <SettingsSection title="安全设置">
        <SignInMethods />
        <Sessions />
        <Devices />
      </SettingsSection>
    </SettingsFrame>
  )
}

function SignInMethods() {
  const { http } = useServices()
  const client = useQueryClient()
  const [open, setOpen] = useState<'account/password' | 'account/phone' | 'account/backup-email' | null>(null)
  const info = useQuery({
    queryKey: ownInfoKey,
    queryFn: ({ signal }) =>
      http.get<{ userInfo: { phone: string | null; backupEmail: string | null } }>(
        '/sys/user/getUserInfo',
        undefined,
        signal,
      ),
  })
  const { phone, backupEmail } = info.data?.userInfo ?? {}
  return (
    <ul className="view-own-rows">
      <OwnRow title="账户密码" note="不能是常见的密码，也不能包含账号">
        <Button type="link" onClick={() => setOpen('account/password')}>
          修改
        </Button>
      </OwnRow>
      <OwnRow
        title="密保手机"
        note={
          <QueryState query={info}>
            {() => (phone ? `已绑定手机：${masked(phone)}` : '没有绑定手机，绑定后可用短信登录和找回密码')}
          </QueryState>
        }
      >
        <Button type="link" onClick={() => setOpen('account/phone')}>
          {phone ? '修改' : '绑定'}
        </Button>
      </OwnRow>
      <OwnRow
        title="备用邮箱"
        note={
          <QueryState query={info}>
            {() =>
              backupEmail
                ? `已绑定邮箱：${maskedEmail(backupEmail)}`
                : '没有备用邮箱，设置后账号的安全提醒也发到这里'
            }
          </QueryState>
        }
      >
        <Button type="link" onClick={() => setOpen('account/backup-email')}>
          {backupEmail ? '修改' : '绑定'}
        </Button>
      </OwnRow>
      <SecondFactor />
      {open && (
        <OpenedForm
          key={open}
          id={open}
          params={nothing}
          onDone={() => void client.invalidateQueries({ queryKey: ownInfoKey })}
          onClose={() => setOpen(null)}
        />
      )}
    </ul>
  )
}

const masked = (phone: string): string => phone.replace(/^(\d{3})\d{4}(?=\d{4}$)/, '$1****')
const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1***')
