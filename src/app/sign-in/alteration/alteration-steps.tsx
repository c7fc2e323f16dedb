import { useEffect } from 'react'
import { appError } from '#runtime/kernel/errors.ts'
import { CaptchaField } from '../bot-check/CaptchaField.tsx'
import { useCaptcha } from '../bot-check/useCaptcha.ts'
import { changePassword, findAccount, judgeCaptcha, verifyPhone } from '../calls.ts'
import { buildFieldError } from '../fields/field-error.ts'
import { SubmitButton } from '../fields/SubmitButton.tsx'
import { TextField } from '../fields/TextField.tsx'
import { NewPassword, newPasswordChecks } from '../password/NewPassword.tsx'
import { PhoneField, phoneFault } from '../phone/PhoneField.tsx'
import { SmsField } from '../phone/SmsField.tsx'
import { isAboutCheck, isAboutPhone, isResetSpent } from '../reasons.ts'
import { required, useFormState } from '../useFormState.ts'

type Account = { username: string } | { phone: string }
interface Verified {
  username: string
  phone: string
  smscode: string
}

const next = { busyText: '请稍候…', children: '下一步' }

const accountChecks = { account: required('请输入用户名或手机号!'), captcha: required('请输入验证码!') }

/** Identifies the account; a captcha excludes programs. */
export function AccountStep({ onDone }: { onDone(account: Account): void }) {
  const { captcha, renew } = useCaptcha()
  useEffect(() => void renew(), [renew])
  const entry = useFormState(accountChecks, {
    async send({ account, captcha: answer }) {
      const name = account.trim()
      const accountQuery = phoneFault(name) === undefined ? { phone: name } : { username: name }
      const ticket = await judgeCaptcha(answer.trim(), captcha?.key ?? '')
      await findAccount(accountQuery, ticket)
      onDone(accountQuery)
    },
    async place(error) {
      await renew()
      return isAboutCheck(error) ? 'captcha' : 'account'
    },
  })
  return (
    <form {...entry.form}>
      <TextField
        {...entry.of('account')}
        label="账号"
        placeholder="请输入用户名或手机号"
        autoComplete="username"
        autoFocus
      />
      {captcha && <CaptchaField {...entry.of('captcha')} captcha={captcha} renew={renew} />}
      <SubmitButton isBusy={entry.isBusy} {...next} />
    </form>
  )
}

const phoneChecks = { mobile: phoneFault, captcha: required('请输入验证码!') }

/** A code to the account's phone. */
export function PhoneStep({ account, onDone }: { account: Account; onDone(verified: Verified): void }) {
  const entry = useFormState(phoneChecks, {
    async send({ mobile, captcha }) {
      const phone = mobile.trim()
      const { username, smscode } = await verifyPhone(phone, captcha.trim())
      if ('username' in account && account.username !== username)
        throw appError('BUSINESS', { text: '手机号与账号不符', reason: 'PHONE_OF_OTHER_ACCOUNT' })
      onDone({ username, phone, smscode })
    },
    place: (error) => (isAboutPhone(error) ? 'mobile' : 'captcha'),
  })
  return (
    <form {...entry.form}>
      <PhoneField {...entry.of('mobile')} defaultValue={'phone' in account ? account.phone : ''} autoFocus />
      <SmsField entry={entry} mode="2" needs={['mobile']} />
      <SubmitButton isBusy={entry.isBusy} {...next} />
    </form>
  )
}

interface NewPasswordProps {
  verified: Verified
  onDone(text: string): void
  onSpent(text: string): void
}

export function NewPasswordStep({ verified, onDone, onSpent }: NewPasswordProps) {
  const { username, phone, smscode } = verified
  const entry = useFormState(newPasswordChecks, {
    async send({ password }) {
      onDone(await changePassword({ username, phone, smscode, password }))
    },
    place(error) {
      if (isResetSpent(error)) onSpent(buildFieldError(error).text)
      return 'password'
    },
  })
  return (
    <form {...entry.form}>
      <TextField label="账号" name="username" value={username} readOnly autoComplete="username" />
      <NewPassword entry={entry} label="新密码" autoFocus />
      <SubmitButton isBusy={entry.isBusy} busyText="提交中…">
        提交
      </SubmitButton>
    </form>
  )
}
