import { Link, useLocation, useNavigate } from 'react-router-dom'
import { userPaths } from '#client/guard.ts'
import { asksForTicket } from '#client/session/sign-in.ts'
import { checkFree, register } from '../calls.ts'
import { buildFieldError } from '../fields/field-error.ts'
import { SubmitButton } from '../fields/SubmitButton.tsx'
import { TextField } from '../fields/TextField.tsx'
import { NewPassword, newPasswordChecks } from '../password/NewPassword.tsx'
import { PhoneField, phoneFault } from '../phone/PhoneField.tsx'
import { SmsField } from '../phone/SmsField.tsx'
import { findReason, isAboutPhone, isAboutSmsCode } from '../reasons.ts'
import { UserLayout } from '../UserLayout.tsx'
import { type Check, required, useFormState } from '../useFormState.ts'

type Name = 'username' | 'password' | 'repeated' | 'mobile' | 'captcha'

const checks: Record<Name, Check<Name>> = {
  username: required('请输入用户名!'),
  ...newPasswordChecks,
  mobile: phoneFault,
  captcha: required('请输入验证码!'),
}

/** The field that a refusal belongs to. */
function findFailedField(error: unknown): Name {
  if (findReason(error) === 'PASSWORD_WEAK') return 'password'
  if (isAboutSmsCode(error)) return 'captcha'
  if (isAboutPhone(error)) return 'mobile'
  return 'username'
}

export default function Register() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const entry = useFormState<Name>(checks, {
    async send({ username, password, mobile, captcha }) {
      const account = { username: username.trim(), password, phone: mobile.trim(), smscode: captcha.trim() }
      const state = await register(account)
      void navigate(userPaths.registerResult + search, { replace: true, state })
    },
    place: findFailedField,
  })

  /** Whether name and phone are available; checked before a text message is sent. */
  const isFree = async (ticket: string) => {
    const { username, mobile } = entry.entered()
    const uniqueFields = [
      { name: 'username', query: { username: username.trim() }, message: '用户名已存在!' },
      { name: 'mobile', query: { phone: mobile.trim() }, message: '手机号已存在!' },
    ] as const
    for (const { name, query, message } of uniqueFields) {
      try {
        await checkFree(query, ticket)
      } catch (error) {
        const mark = buildFieldError(error)
        if (asksForTicket(error) || findReason(error) !== 'ACCOUNT_TAKEN') throw error
        entry.mark(name, { ...mark, text: message })
        entry.focus(name)
        return false
      }
    }
    return true
  }

  return (
    <UserLayout title="注册">
      <form {...entry.form}>
        <TextField
          {...entry.of('username')}
          label="用户名"
          placeholder="字母、数字或 . _ -"
          autoComplete="username"
          maxLength={50}
          autoFocus
        />
        <NewPassword entry={entry} label="密码" />
        <PhoneField {...entry.of('mobile')} />
        <SmsField entry={entry} mode="1" needs={['username', 'mobile']} isFree={isFree} />
        <SubmitButton isBusy={entry.isBusy} busyText="注册中…">
          注册
        </SubmitButton>
      </form>
      <div className="app-beside">
        <Link to={userPaths.login + search}>使用已有账户登录</Link>
      </div>
    </UserLayout>
  )
}
