import { useQueryClient } from '@tanstack/react-query'
import { Form, type InputRef, Modal } from 'antd'
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import {
  asksForCaptcha,
  bySecondFactor,
  continueSession,
  findSecondFactor,
  loadCaptcha,
  signIn,
} from '#client/session/sign-in.ts'
import { forgetSession, userAtom } from '#client/session/state.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { AppError, errorText } from '#runtime/kernel/errors.ts'
import { useFocusReturn } from '#runtime/ui/focus/focus-return.ts'
import { mainElement } from '../main-region.tsx'
import { repeatRefused } from './session-end.ts'

interface Values {
  password: string
  captcha?: string
  inputCode?: string
}

const above = 2000
const formatError = (error: unknown) => (error instanceof AppError ? error.text : errorText('UNKNOWN_ERROR'))

interface Props {
  reason: 'expired' | 'frozen'
  onBack(): void
}

const titles = { expired: '登录已过期', frozen: '账号已冻结' }
const texts = {
  expired: {
    ended: errorText('SESSION_EXPIRED'),
    kept: '。未保存的内容还在，登录后可以继续；刚才没有保存成功的会自动再保存一次。',
  },
  frozen: {
    ended: errorText('ACCOUNT_FROZEN'),
    kept: '。未保存的内容还在，解除冻结后在这里登录可以继续。',
  },
}

/**
 * The session has expired, or ended because the account was frozen. Without unsaved work the user leaves the page to sign in; otherwise the user signs in here,
 * over the page, and the input remains.
 */
export default function ExpiredDialog({ reason, onBack }: Props) {
  const user = useAtomValue(userAtom)
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const password = useRef<InputRef>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [captcha, setCaptcha] = useState<{ checkKey: string; picture: string } | null>(null)
  /** The token of a sign-in that waits for its second factor. */
  const [pending, setPending] = useState<string | null>(null)
  const [isInPlace] = useState(hasUnsaved)
  useFocusReturn(mainElement)

  const leave = () => {
    forgetSession()
    window.location.reload()
  }

  const renewCaptcha = async () => {
    const checkKey = `${Date.now()}`
    setCaptcha({ checkKey, picture: await loadCaptcha(checkKey) })
  }

  const again = async (values: Values) => {
    if (!user) return leave()
    setBusy(true)
    setRefusal(null)
    try {
      const { inputCode = '', ...credentials } = values
      await (pending === null
        ? signIn({ username: user.username, ...credentials, checkKey: captcha?.checkKey })
        : continueSession(bySecondFactor(pending, inputCode.trim())))
      setCaptcha(null)
      onBack()
      repeatRefused(client)
    } catch (error) {
      const token = findSecondFactor(error)
      if (token !== null) return setPending(token)
      if (error instanceof AppError && error.reason === 'SECOND_FACTOR_EXPIRED') setPending(null)
      setRefusal(formatError(error))
      if (captcha || asksForCaptcha(error)) await renewCaptcha().catch(() => setCaptcha(null))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      title={titles[reason]}
      width={420}
      zIndex={above}
      open
      closable={false}
      maskClosable={false}
      keyboard={false}
      okText="重新登录"
      footer={(_, { OkBtn }) => <OkBtn />}
      confirmLoading={isBusy}
      onOk={isInPlace ? form.submit : leave}
      // `autoFocus` would run before the dialog is part of the document.
      afterOpenChange={(isThere) => isThere && password.current?.focus()}
      destroyOnHidden
    >
      <p className="app-dialog-text">
        {texts[reason].ended}
        {isInPlace && texts[reason].kept}
      </p>
      {isInPlace && (
        <Form
          form={form}
          layout="vertical"
          className="app-dialog-form"
          preserve={false}
          requiredMark={false}
          onFinish={again}
        >
          <Form.Item label="用户名">
            <Input value={user?.username} readOnly variant="filled" autoComplete="username" />
          </Form.Item>
          <Form.Item
            name="password"
            label="密码"
            rules={[{ required: true, message: '请输入密码' }]}
            validateStatus={refusal && pending === null ? 'error' : undefined}
            help={pending === null ? (refusal ?? undefined) : undefined}
          >
            <Password
              ref={password}
              readOnly={pending !== null}
              autoComplete="current-password"
              onChange={() => setRefusal(null)}
              onPressEnter={form.submit}
            />
          </Form.Item>
          {pending !== null && (
            <Form.Item
              name="inputCode"
              label="动态验证码"
              rules={[{ required: true, message: '请输入动态验证码' }]}
              validateStatus={refusal ? 'error' : undefined}
              help={refusal ?? undefined}
              extra="手机不在身边时，可以输入恢复码"
            >
              <Input
                autoFocus
                autoComplete="one-time-code"
                maxLength={30}
                onChange={() => setRefusal(null)}
                onPressEnter={form.submit}
              />
            </Form.Item>
          )}
          {captcha && pending === null && (
            <Form.Item name="captcha" label="验证码" rules={[{ required: true, message: '请输入验证码' }]}>
              <Input
                autoComplete="off"
                addonAfter={<img src={captcha.picture} alt="验证码" height={30} />}
                onPressEnter={form.submit}
              />
            </Form.Item>
          )}
        </Form>
      )}
    </Modal>
  )
}
