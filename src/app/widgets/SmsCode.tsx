import { useState } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { shortcuts } from '#runtime/rules/patterns.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useSecondsTo } from '../sign-in/useSecondsTo.ts'
import { SendField } from './SendField.tsx'

const RESEND_DELAY_MS = 60_000

/** The code of a text message to the phone in the form's field `phone`; a new one after a minute. */
export function SmsCode(control: ControlProps) {
  const { http } = useServices()
  const [until, setUntil] = useState(0)
  const secondsLeft = useSecondsTo(until)
  const phone = String(control.values.phone ?? '').trim()
  const send = async () => {
    const { message } = await http.send<unknown>('POST', '/sys/user/phoneCode', { phone })
    setUntil(Date.now() + RESEND_DELAY_MS)
    return message || '验证码已发送'
  }
  return (
    <SendField
      control={control}
      input={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 8 }}
      label={secondsLeft > 0 ? `${secondsLeft} 秒后再发` : '获取验证码'}
      isReady={secondsLeft === 0 && shortcuts.get('m')?.pattern.test(phone) === true}
      send={send}
    />
  )
}
