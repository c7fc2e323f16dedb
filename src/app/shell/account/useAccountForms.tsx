import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useAtom } from 'jotai'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { departChoiceAtom, readUser, userAtom } from '#client/session/state.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

const AccountForm = lazyPart(async () => (await import('./AccountForm.tsx')).AccountForm)

export type AccountFormName = 'password' | 'depart'

/** The forms of the user's own account, over the open page. Forms that sign-in left unfinished open automatically. */
export function useAccountForms(): { ask(requested: AccountFormName): void; form: ReactNode } {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [user, setUser] = useAtom(userAtom)
  const [choice, setChoice] = useAtom(departChoiceAtom)
  const [opened, setOpened] = useState<AccountFormName | null>(null)
  const [closed, setClosed] = useState<readonly AccountFormName[]>([])
  const due: AccountFormName[] = []
  if (user?.mustChange || user?.passwordExpired) due.push('password')
  if (choice === 'choose') due.push('depart')
  const name = opened ?? due.find((candidate) => !closed.includes(candidate))

  useEffect(() => {
    if (choice !== 'missing') return
    void message.warning({ key: 'departments', content: errorText('NO_DEPARTMENT') })
    setChoice(null)
  }, [choice, message, setChoice])

  const ask = (requested: AccountFormName) => {
    if (user) setOpened(requested)
    else void message.warning(errorText('NO_LOGIN_USER'))
  }

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

  const close = useCallback(() => {
    setOpened(null)
    if (name) setClosed((before) => [...before, name])
  }, [name])

  const passwordNotice = user?.passwordExpired
    ? '密码已过期或不符合现在的要求，请先修改。'
    : user?.mustChange
      ? '当前使用的是初始密码，请先修改。'
      : undefined
  const form = (
    <ShellPart title="账户">
      {name && (
        <AccountForm
          key={name}
          id={`account/${name}`}
          // A user of several departments chooses one first.
          closable={name === 'password' ? !user?.passwordExpired : choice !== 'choose'}
          notice={name === 'password' ? passwordNotice : undefined}
          onDone={changed}
          onClose={close}
        />
      )}
    </ShellPart>
  )
  return { ask, form }
}
