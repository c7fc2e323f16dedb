import { useRuntime } from '#runtime/fields/context.tsx'
import type { ControlProps } from '#runtime/fields/contract.ts'
import { SendField } from './SendField.tsx'

/** Sends a test message with the saved settings: a mail to an address with an @, a text message to a phone. */
export function SendTest(control: ControlProps) {
  const { http } = useRuntime()
  const to = String(control.value ?? '').trim()
  const send = async () => {
    const kind = to.includes('@') ? 'mail' : 'sms'
    const { message } = await http.send<unknown>('POST', '/sys/outbox/test', { kind, to })
    return message || '发送成功，请查收'
  }
  return (
    <SendField
      control={control}
      input={{ maxLength: 200 }}
      label="发送测试"
      isReady={to !== ''}
      send={send}
    />
  )
}
