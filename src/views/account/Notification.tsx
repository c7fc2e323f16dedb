import { OwnForm } from './OwnForm.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** 新消息通知: what one wants to be told of. */
export default function Notification() {
  return (
    <SettingsFrame>
      <OwnForm id="account/notify" />
    </SettingsFrame>
  )
}
