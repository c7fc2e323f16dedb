import { OwnForm } from './OwnForm.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** 新消息通知: the notifications that the user receives. */
export default function Notification() {
  return (
    <SettingsFrame>
      <OwnForm id="account/notify" />
    </SettingsFrame>
  )
}
