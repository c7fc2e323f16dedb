import { App } from 'antd'
import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { departChoiceAtom, userAtom } from '#client/session/state.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { AccountFormName } from './AccountForm.tsx'

const AccountForm = lazyPart(async () => (await import('./AccountForm.tsx')).AccountForm)

/** The forms of the user's own account, over the open page. Forms that sign-in left unfinished open automatically. */
export function useAccountForms(): { ask(requested: AccountFormName): void; form: ReactNode } {
  const { message } = App.useApp()
  const user = useAtomValue(userAtom)
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

  const close = useCallback(() => {
    setOpened(null)
    if (name) setClosed((before) => [...before, name])
  }, [name])

  const form = (
    <ShellPart title="账户">{name && <AccountForm key={name} name={name} onClose={close} />}</ShellPart>
  )
  return { ask, form }
}
