import { useQueryClient } from '@tanstack/react-query'
import { ownInfoKey } from '#client/session/notify-settings.ts'
import { OwnForm } from './OwnForm.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** 新消息通知: the notifications that the user receives. */
export default function Notification() {
  const client = useQueryClient()
  return (
    <SettingsFrame>
      <OwnForm id="account/notify" onDone={() => void client.invalidateQueries({ queryKey: ownInfoKey })} />
    </SettingsFrame>
  )
}
