import { Button, Input } from 'antd'
import { useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { ControlProps } from '#runtime/fields/contract.ts'
import { shortcuts } from '#runtime/rules/patterns.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { useSecondsTo } from '../sign-in/useSecondsTo.ts'

const pause = 60_000

/** The code of a text message to the phone in the form's field `phone`; a new one after a minute. */
export function SmsCode(props: ControlProps) {
  const { value, onChange, onBlur, id, disabled, invalid, placeholder, autoFocus, values } = props
  const { http, notify } = useRuntime()
  const [until, setUntil] = useState(0)
  const [isSending, setSending] = useState(false)
  const secondsLeft = useSecondsTo(until)
  const phone = String(values.phone ?? '').trim()
  const send = async () => {
    setSending(true)
    try {
      const { message } = await http.send<unknown>('POST', '/sys/user/phoneCode', { phone })
      setUntil(Date.now() + pause)
      notify('success', message || '验证码已发送')
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      <Input
        id={id}
        value={String(value ?? '')}
        placeholder={placeholder}
        autoFocus={autoFocus}
        disabled={disabled}
        status={invalid ? 'error' : undefined}
        aria-invalid={invalid || undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        onBlur={onBlur}
      />
      <Button
        disabled={disabled || secondsLeft > 0 || !shortcuts.get('m')?.pattern.test(phone)}
        loading={isSending}
        onClick={() => void send()}
      >
        {secondsLeft > 0 ? `${secondsLeft} 秒后再发` : '获取验证码'}
      </Button>
    </div>
  )
}
