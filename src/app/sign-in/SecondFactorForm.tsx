import { useState } from 'react'
import { bySecondFactor, type SignInResult } from '#client/session/sign-in.ts'
import { buildFieldError, type FieldErrorState } from './fields/field-error.ts'
import { SubmitButton } from './fields/SubmitButton.tsx'
import { TextField } from './fields/TextField.tsx'
import { findReason } from './reasons.ts'
import { type Check, useFormState } from './useFormState.ts'

interface Props {
  /** The token of the pending sign-in. */
  token: string
  onArrive(arrival: SignInResult): void
  /** The sign-in starts again; with the reason when the server ended it. */
  onBack(reason: FieldErrorState | null): void
}

const isDigits: Check<'inputCode'> = (value) => (/^\d{6}$/.test(value.trim()) ? undefined : '请输入 6 位数字')
const isRecoveryCode: Check<'inputCode'> = (value) =>
  value.replace(/[\s-]/g, '').length === 16 ? undefined : '恢复码是 16 个字母和数字'

/** The second step of a sign-in: the digits of the authenticator, or a recovery code. */
export function SecondFactorForm({ token, onArrive, onBack }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  const entry = useFormState(
    { inputCode: isRecovery ? isRecoveryCode : isDigits },
    {
      async send({ inputCode }) {
        onArrive(await bySecondFactor(token, inputCode.trim()))
      },
      place(error) {
        if (findReason(error) !== 'SECOND_FACTOR_EXPIRED') return 'inputCode'
        onBack(buildFieldError(error))
        return null
      },
    },
  )
  return (
    <form {...entry.form}>
      <p className="app-said">
        {isRecovery ? '请输入一个没有用过的恢复码。' : '请打开手机上的验证器，输入显示的 6 位数字。'}
      </p>
      <TextField
        key={String(isRecovery)}
        {...entry.of('inputCode')}
        label={isRecovery ? '恢复码' : '动态验证码'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        maxLength={isRecovery ? 30 : 8}
        autoFocus
      />
      <SubmitButton isBusy={entry.isBusy} busyText="登录中…">
        登录
      </SubmitButton>
      <div className="app-beside">
        <button type="button" className="app-link" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? '使用动态验证码' : '使用恢复码'}
        </button>
        <button type="button" className="app-link" onClick={() => onBack(null)}>
          返回登录
        </button>
      </div>
    </form>
  )
}
