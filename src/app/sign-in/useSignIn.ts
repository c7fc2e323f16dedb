import { type FormEvent, useState } from 'react'
import { AppError } from '../../../runtime/kernel/errors.ts'
import { asksForCaptcha, loadCaptcha, signIn } from '../session/sign-in.ts'

export type FieldName = 'username' | 'password' | 'captcha'
export type Errors = Partial<Record<FieldName, string>>

interface Captcha {
  key: string
  picture: string
}

const required: Record<FieldName, string> = {
  username: '请输入用户名',
  password: '请输入密码',
  captcha: '请输入验证码',
}

/** The sign-in form without its face. Success needs no step here: the guard sees the token and leads on. */
export function useSignIn() {
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setBusy] = useState(false)
  const [captcha, setCaptcha] = useState<Captcha | null>(null)

  async function renewCaptcha() {
    const key = `${Date.now()}${Math.random().toString(36).slice(2, 8)}`
    try {
      setCaptcha({ key, picture: await loadCaptcha(key) })
    } catch (error) {
      setErrors((before) => ({ ...before, captcha: textOf(error) }))
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const data = new FormData(form)
    const entered = (name: FieldName) => String(data.get(name) ?? '')
    const names: FieldName[] = captcha ? ['username', 'password', 'captcha'] : ['username', 'password']
    const missing = names.filter((name) => entered(name).trim() === '')
    setErrors(Object.fromEntries(missing.map((name) => [name, required[name]])))
    if (missing[0]) return focus(form, missing[0])
    setBusy(true)
    try {
      await signIn({
        username: entered('username').trim(),
        password: entered('password'),
        ...(captcha ? { captcha: entered('captcha').trim(), checkKey: captcha.key } : {}),
      })
    } catch (error) {
      const asked = asksForCaptcha(error)
      setErrors({ [asked ? 'captcha' : 'password']: textOf(error) })
      // A picture serves one try.
      if (asked || captcha) await renewCaptcha()
      focus(form, asked ? 'captcha' : 'password')
    } finally {
      setBusy(false)
    }
  }

  const clear = (name: FieldName) =>
    setErrors((before) => (before[name] ? { ...before, [name]: undefined } : before))

  return { errors, isBusy, captcha, renewCaptcha, submit, clear }
}

const textOf = (error: unknown): string =>
  error instanceof AppError ? error.text : '网络不通，请检查连接后重试。'

/** After the next paint, for a field that has only just appeared. */
function focus(form: HTMLFormElement, name: FieldName): void {
  setTimeout(() => form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.select())
}
