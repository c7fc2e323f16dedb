import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { readUser, userAtom } from '#client/session/state.ts'
import { OwnForm } from './OwnForm.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** 基本设置: name, picture and contact. The shell shows the saved name. */
export default function BaseSetting() {
  const [user, setUser] = useAtom(userAtom)
  const client = useQueryClient()
  const saved = (result: unknown) => {
    const now = readUser((result as { userInfo?: unknown } | null)?.userInfo)
    if (now && user) setUser({ ...now, mustChange: user.mustChange })
    // Cards and lists that name the user.
    void client.invalidateQueries({ queryKey: ['panel', 'account/center'] })
  }
  return (
    <SettingsFrame>
      <OwnForm id="account/base" onDone={saved} />
    </SettingsFrame>
  )
}
