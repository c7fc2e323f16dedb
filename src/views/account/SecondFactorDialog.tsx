import { Button, Form, Modal } from 'antd'
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import QRCode from 'antd/es/qr-code'
import { useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

export type FactorAction = 'enable' | 'disable' | 'renew'

interface Props {
  action: FactorAction
  onClose(): void
}

interface Setup {
  setupToken: string
  secret: string
  uri: string
}

const url = '/sys/user/secondFactor'
const titles = { enable: '开启两步验证', disable: '关闭两步验证', renew: '更换恢复码' }
const verbs = { enable: 'begin', disable: 'disable', renew: 'recoveryCodes' }

/** Switches the second factor on or off, or renews its recovery codes: the password, then the code, then the recovery codes. */
export function SecondFactorDialog({ action, onClose }: Props) {
  const { http, notify } = useServices()
  const [form] = Form.useForm<{ password?: string; inputCode?: string }>()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  // The answer may be codes that cannot be read again.
  const { close, closing } = useDiscardGuard(false, onClose, isBusy || codes !== null)

  const submit = async ({ password = '', inputCode = '' }: { password?: string; inputCode?: string }) => {
    if (isBusy) return
    setBusy(true)
    setRefusal(null)
    try {
      const { result, message } = setup
        ? await http.send<unknown>('POST', `${url}/enable`, { setupToken: setup.setupToken, inputCode })
        : await http.send<unknown>('POST', `${url}/${verbs[action]}`, { password })
      const answer = (result ?? {}) as Partial<Setup> & { recoveryCodes?: string[] }
      if (answer.recoveryCodes) setCodes(answer.recoveryCodes)
      else if (answer.setupToken) setSetup(answer as Setup)
      else {
        notify('success', message)
        onClose()
      }
    } catch (error) {
      setRefusal(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }

  const field = {
    validateStatus: refusal ? ('error' as const) : undefined,
    help: refusal ?? undefined,
  }
  return (
    <Modal
      title={codes ? '请保存恢复码' : titles[action]}
      width={440}
      open
      {...closing}
      footer={
        codes ? (
          <Button type="primary" onClick={onClose}>
            我已保存
          </Button>
        ) : (
          <>
            <Button disabled={isBusy} onClick={close}>
              取消
            </Button>
            <Button type="primary" loading={isBusy} onClick={form.submit}>
              {setup || action !== 'enable' ? '确定' : '下一步'}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} preserve={false} onFinish={submit}>
          {setup && <QrStep setup={setup} />}
          {setup ? (
            <Form.Item
              key="code"
              name="inputCode"
              label="动态验证码"
              rules={[{ required: true, pattern: /^\s*\d{6}\s*$/, message: '请输入 6 位数字' }]}
              {...field}
            >
              <Input
                autoFocus
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={8}
                onChange={() => setRefusal(null)}
              />
            </Form.Item>
          ) : (
            <Form.Item
              key="password"
              name="password"
              label="登录密码"
              rules={[{ required: true, message: '请输入登录密码' }]}
              {...field}
            >
              <Password autoFocus autoComplete="current-password" onChange={() => setRefusal(null)} />
            </Form.Item>
          )}
        </Form>
      )}
    </Modal>
  )
}

/** The secret for the authenticator, as a picture and as text. */
const QrStep = ({ setup }: { setup: Setup }) => (
  <div className="view-own-qr">
    <p>用手机上的验证器（如腾讯身份验证器、Microsoft Authenticator）扫描，再输入它显示的数字。</p>
    <div role="img" aria-label="验证器的二维码">
      <QRCode value={setup.uri} size={176} errorLevel="M" bgColor="white" color="black" />
    </div>
    <p>
      不能扫描时，手工输入密钥：
      <code>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    </p>
  </div>
)
