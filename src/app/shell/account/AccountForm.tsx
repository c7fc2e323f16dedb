import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { AppRuntime } from '#client/runtime/AppRuntime.tsx'
import { departChoiceAtom, readUser, userAtom } from '#client/session/state.ts'
import { OpenedForm } from '#runtime/screens/form-page/OpenedForm.tsx'

export type AccountFormName = 'password' | 'depart'

interface Props {
  name: AccountFormName
  onClose(): void
}

const nothing = {}

/** A form of the user's own account; its code loads at first use. */
export function AccountForm({ name, onClose }: Props) {
  const client = useQueryClient()
  const [user, setUser] = useAtom(userAtom)
  const [choice, setChoice] = useAtom(departChoiceAtom)

  const changed = (result: unknown) => {
    if (name === 'password') return user && setUser({ ...user, mustChange: false, passwordExpired: false })
    const now = readUser((result as { userInfo?: unknown } | null)?.userInfo)
    if (now) setUser(now)
    setChoice(null)
    // Another department sees other rows; the input of open forms remains.
    void client.invalidateQueries({
      predicate: ({ queryKey: [area] }) => area !== 'record' && area !== 'form',
    })
  }

  const passwordNotice = user?.passwordExpired
    ? '密码已过期或不符合现在的要求，请先修改。'
    : user?.mustChange
      ? '当前使用的是初始密码，请先修改。'
      : undefined
  return (
    <AppRuntime>
      <OpenedForm
        id={`account/${name}`}
        params={nothing}
        // A user of several departments chooses one first.
        closable={name === 'password' ? !user?.passwordExpired : choice !== 'choose'}
        {...(name === 'password' && passwordNotice && { notice: passwordNotice })}
        onDone={changed}
        onClose={onClose}
      />
    </AppRuntime>
  )
}
