import { useRef, useState } from 'react'
import { asksForTicket } from '#client/session/sign-in.ts'
import { SlideCheck } from '../bot-check/SlideCheck.tsx'
import { type SmsMode, sendSms } from '../calls.ts'
import { buildFieldError, type FieldErrorState } from '../fields/field-error.ts'
import { TextField } from '../fields/TextField.tsx'
import { isAboutPhone } from '../reasons.ts'
import type { FormState } from '../useFormState.ts'
import { useSmsWait } from './useSmsWait.ts'

interface Props<N extends string> {
  entry: FormState<N | 'mobile' | 'captcha'>
  mode: SmsMode
  /** The fields that must be valid before a code is sent; at least the phone. */
  needs: readonly (N | 'mobile')[]
  /** Called with the ticket before the code is sent; false: a problem was found and shown at its field. */
  isFree?(ticket: string): Promise<boolean>
}

/** The code of a text message: the slider first, then the message, then a minute until the next one. */
export function SmsField<N extends string>({ entry, mode, needs, isFree }: Props<N>) {
  const { secondsLeft, start } = useSmsWait(mode)
  const [slider, setSlider] = useState<{ number: number; reason?: FieldErrorState } | null>(null)
  const [isSending, setSending] = useState(false)
  const [status, setStatus] = useState('')
  const ticketRef = useRef<string | null>(null)

  // Another number requires another slider.
  const slideAgain = (reason?: FieldErrorState) =>
    setSlider((before) => ({ number: (before?.number ?? 0) + 1, ...(reason && { reason }) }))
  const send = async (ticket: string) => {
    const mobile = entry.entered().mobile.trim()
    ticketRef.current = ticket
    setSending(true)
    try {
      if (isFree && !(await isFree(ticket))) return setSlider(null)
      ticketRef.current = null
      setStatus(await sendSms(mobile, mode, ticket))
      start(mobile)
      setSlider(null)
      entry.focus('captcha')
    } catch (error) {
      ticketRef.current = null
      const mark = buildFieldError(error)
      if (asksForTicket(error)) return slideAgain(mark)
      setSlider(null)
      const name = isAboutPhone(error) ? 'mobile' : 'captcha'
      entry.mark(name, mark)
      entry.focus(name)
    } finally {
      setSending(false)
    }
  }
  const ask = () => {
    if (secondsLeft > 0 || isSending || !entry.passes(needs)) return
    setStatus('')
    if (ticketRef.current) void send(ticketRef.current)
    else slideAgain()
  }

  return (
    <>
      <TextField
        {...entry.of('captcha')}
        label="验证码"
        placeholder="请输入短信验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        hint={<span role="status">{status}</span>}
        end={
          <button
            type="button"
            className="app-send"
            aria-disabled={secondsLeft > 0 || isSending}
            onClick={ask}
          >
            {secondsLeft > 0 ? `${secondsLeft} s` : '获取验证码'}
          </button>
        }
      />
      {slider && (
        <SlideCheck key={slider.number} reason={slider.reason} onTicket={(ticket) => void send(ticket)} />
      )}
    </>
  )
}
