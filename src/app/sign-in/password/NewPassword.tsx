import { useState } from 'react'
import { type Check, type FormState, required } from '../useFormState.ts'
import { PasswordField } from './PasswordField.tsx'
import { measureStrength } from './strength.ts'

type Name = 'password' | 'repeated'

/** The server validates the strength of a password; here it is only required, and repeated alike. */
export const newPasswordChecks = {
  password: required('请输入密码!'),
  repeated: (value: string, { password }: Record<Name, string>) =>
    value === '' ? '请再次输入密码!' : value === password ? undefined : '两次密码不一致',
} satisfies Record<Name, Check<Name>>

interface Props<N extends string> {
  entry: FormState<N | Name>
  label: string
  autoFocus?: boolean
}

/** A new password with a measure of its strength, and its repetition. */
export function NewPassword<N extends string>({ entry, label, autoFocus }: Props<N>) {
  const [password, setPassword] = useState('')
  const strength = password === '' ? null : measureStrength(password)
  return (
    <>
      <PasswordField
        {...entry.of('password')}
        label={label}
        placeholder="8 到 128 个字符"
        autoComplete="new-password"
        autoFocus={autoFocus}
        onInput={(event) => setPassword(event.currentTarget.value)}
        hint={
          <span className="app-strength" data-strength={strength} role="status">
            {strength && `密码强度：${strength}`}
          </span>
        }
      />
      <PasswordField
        {...entry.of('repeated')}
        label="确认密码"
        placeholder="请再次输入密码"
        autoComplete="new-password"
      />
    </>
  )
}
