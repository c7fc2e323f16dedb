import type { ControlProps } from '#runtime/contract/contract.ts'
import { useServices } from '#runtime/services/services.tsx'
import { SendField } from './SendField.tsx'

/** The robots of group chats by the keys of their fields. */
const robots: Readonly<Record<string, string>> = {
  testDingtalk: 'dingtalk',
  testFeishu: 'feishu',
  testWecom: 'wecom',
}

/**
 * Tries the saved settings: a mail to an address with an @, a text message to a phone, a message of a robot to its group; in
 * the field `testLdap` a search for a user name in the directory.
 */
export function SendTest(control: ControlProps) {
  const { http } = useServices()
  const to = String(control.value ?? '').trim()
  const isDirectory = control.field.key === 'testLdap'
  const robot = robots[control.field.key]
  const send = async () => {
    const kind = robot ?? (to.includes('@') ? 'mail' : 'sms')
    const { message } = isDirectory
      ? await http.send<unknown>('POST', '/sys/setting/testDirectory', { username: to })
      : await http.send<unknown>('POST', '/sys/outbox/test', { kind, to: robot ? '' : to })
    return message || '发送成功，请查收'
  }
  return (
    <SendField
      control={control}
      // A robot has its group.
      input={{ maxLength: 200, ...(robot !== undefined && { hidden: true }) }}
      label={isDirectory ? '查找测试' : '发送测试'}
      isReady={robot !== undefined || to !== ''}
      send={send}
    />
  )
}
