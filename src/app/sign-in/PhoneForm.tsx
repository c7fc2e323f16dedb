import { useState } from 'react'
import { asksForTicket } from '../session/sign-in.ts'
import { bindByPhone, byPhone } from './calls.ts'
import { type Mark, markOf } from './marks.ts'
import type { WayProps } from './PasswordForm.tsx'
import { PhoneField, phoneFault } from './PhoneField.tsx'
import { SlideCheck } from './SlideCheck.tsx'
import { SmsField } from './SmsField.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { required, useEntry } from './useEntry.ts'
import { awaited } from './useSmsWait.ts'

const checks = { mobile: phoneFault, captcha: required('请输入验证码!') }

export function PhoneForm({ bind, autoFocus, onArrive }: WayProps) {
  const [mobile] = useState(() => awaited('0')?.mobile ?? '')
  // After many wrong codes the server wants the slider with the next one.
  const [slider, setSlider] = useState<{ number: number; reason: Mark } | null>(null)
  const [ticket, setTicket] = useState<string | null>(null)
  const entry = useEntry(checks, {
    async send(entered) {
      const given = { mobile: entered.mobile.trim(), captcha: entered.captcha.trim() }
      onArrive(
        await (bind ? bindByPhone(bind, given) : byPhone({ ...given, ...(ticket !== null && { ticket }) })),
      )
    },
    place(error) {
      const reason = markOf(error)
      setTicket(null)
      // Another number is another slider.
      setSlider((before) => (asksForTicket(error) ? { number: (before?.number ?? 0) + 1, reason } : null))
      if (asksForTicket(error)) return null
      return /^(该用户|手机号)/.test(reason.text) ? 'mobile' : 'captcha'
    },
  })
  return (
    <form {...entry.form}>
      <PhoneField {...entry.of('mobile')} defaultValue={mobile} autoFocus={autoFocus} />
      <SmsField entry={entry} mode="0" needs={['mobile']} />
      {slider && <SlideCheck key={slider.number} reason={slider.reason} onTicket={setTicket} />}
      <SubmitButton isBusy={entry.isBusy} busyText="登录中…">
        登录
      </SubmitButton>
    </form>
  )
}
