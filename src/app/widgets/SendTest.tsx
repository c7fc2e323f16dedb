import { Button, Input } from 'antd'
import { useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { ControlProps } from '#runtime/fields/contract.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'

/** Sends a test message with the saved settings: a mail to an address with an @, a text message to a phone. */
export function SendTest({ id, value, onChange, onBlur, placeholder, disabled }: ControlProps) {
  const { http, notify } = useRuntime()
  const [isSending, setSending] = useState(false)
  const to = String(value ?? '').trim()
  const send = async () => {
    setSending(true)
    try {
      const kind = to.includes('@') ? 'mail' : 'sms'
      const { message } = await http.send<unknown>('POST', '/sys/outbox/test', { kind, to })
      notify('success', message || '发送成功，请查收')
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
        disabled={disabled}
        maxLength={200}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        onBlur={onBlur}
      />
      <Button disabled={disabled || to === ''} loading={isSending} onClick={() => void send()}>
        发送测试
      </Button>
    </div>
  )
}
