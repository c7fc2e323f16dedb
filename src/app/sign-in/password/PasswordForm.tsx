import { asksForCaptcha, byPassword, findSecondFactor, type SignInResult } from '#client/session/sign-in.ts'
import { CaptchaField } from '../bot-check/CaptchaField.tsx'
import { useCaptcha } from '../bot-check/useCaptcha.ts'
import { useSlideCheck } from '../bot-check/useSlideCheck.tsx'
import { SubmitButton } from '../fields/SubmitButton.tsx'
import { TextField } from '../fields/TextField.tsx'
import { isAboutAccount, isAboutCheck } from '../reasons.ts'
import { required, useFormState } from '../useFormState.ts'
import { PasswordField } from './PasswordField.tsx'

const checks = {
  username: required('请输入用户名!'),
  password: required('请输入密码!'),
  captcha: required('请输入验证码!'),
}

export interface WayProps {
  isRemembered: boolean
  /** The account of the third party that is bound by this sign-in. */
  bind: string | undefined
  /** False when the tab that opens this form has the focus. */
  autoFocus: boolean
  onArrive(arrival: SignInResult): void
  /** The first step succeeded; `token` names the pending sign-in. */
  onSecondFactor(token: string): void
}

export function PasswordForm({ isRemembered, bind, autoFocus, onArrive, onSecondFactor }: WayProps) {
  const { captcha, renew } = useCaptcha()
  const slide = useSlideCheck()
  const entry = useFormState(checks, {
    async send({ username, password, captcha: answer }) {
      const credentials = { username: username.trim(), password }
      const proof = captcha ? { captcha: answer.trim(), checkKey: captcha.key } : {}
      onArrive(
        await (bind
          ? (await import('../calls.ts')).bindByPassword(bind, { ...credentials, ...slide.proof })
          : byPassword({ ...credentials, ...proof }, isRemembered)),
      )
    },
    async place(error) {
      const token = findSecondFactor(error)
      if (token !== null) {
        onSecondFactor(token)
        return null
      }
      // Binding an account requires no captcha.
      if (bind && slide.look(error)) return null
      if (!bind && (captcha || asksForCaptcha(error))) await renew()
      return isAboutCheck(error) ? 'captcha' : isAboutAccount(error) ? 'username' : 'password'
    },
  })
  return (
    <form {...entry.form}>
      <TextField
        {...entry.of('username')}
        label="用户名"
        placeholder="请输入用户名"
        autoComplete="username"
        autoFocus={autoFocus}
      />
      <PasswordField
        {...entry.of('password')}
        label="密码"
        placeholder="请输入密码"
        autoComplete="current-password"
      />
      {captcha && <CaptchaField {...entry.of('captcha')} captcha={captcha} renew={renew} />}
      {slide.field}
      <SubmitButton isBusy={entry.isBusy} busyText="登录中…">
        登录
      </SubmitButton>
    </form>
  )
}
