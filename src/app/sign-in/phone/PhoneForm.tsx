import { useState } from 'react'
import { findSecondFactor } from '#client/session/sign-in.ts'
import { useSlideCheck } from '../bot-check/useSlideCheck.tsx'
import { bindByPhone, byPhone } from '../calls.ts'
import { SubmitButton } from '../fields/SubmitButton.tsx'
import type { WayProps } from '../password/PasswordForm.tsx'
import { findReason, isAboutPhone } from '../reasons.ts'
import { required, useFormState } from '../useFormState.ts'
import { PhoneField, phoneFault } from './PhoneField.tsx'
import { SmsField } from './SmsField.tsx'
import { awaited } from './useSmsWait.ts'

const checks = { mobile: phoneFault, captcha: required('请输入验证码!') }

export function PhoneForm({ bind, autoFocus, onArrive, onSecondFactor }: WayProps) {
  const [mobile] = useState(() => awaited('0')?.mobile ?? '')
  // Required after many wrong codes.
  const slide = useSlideCheck()
  const entry = useFormState(checks, {
    async send(entered) {
      const credentials = { mobile: entered.mobile.trim(), captcha: entered.captcha.trim() }
      onArrive(await (bind ? bindByPhone(bind, credentials) : byPhone({ ...credentials, ...slide.proof })))
    },
    place(error) {
      const token = findSecondFactor(error)
      if (token !== null) {
        onSecondFactor(token)
        return null
      }
      if (slide.look(error)) return null
      return findReason(error) === 'USER_FROZEN' || isAboutPhone(error) ? 'mobile' : 'captcha'
    },
  })
  return (
    <form {...entry.form}>
      <PhoneField {...entry.of('mobile')} defaultValue={mobile} autoFocus={autoFocus} />
      <SmsField entry={entry} mode="0" needs={['mobile']} />
      {slide.field}
      <SubmitButton isBusy={entry.isBusy} busyText="登录中…">
        登录
      </SubmitButton>
    </form>
  )
}
