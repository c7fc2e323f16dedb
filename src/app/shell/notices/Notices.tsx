import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { onRefusal } from '#client/session/refusals.ts'
import { onLive } from '#runtime/data/live.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

const ExpiredDialog = lazyPart(async () => (await import('../account/ExpiredDialog.tsx')).default)

/** Shows refusals of the server and errors of the page, each text once, and ends an expired session. */
export function Notices() {
  const { notification } = App.useApp()
  const client = useQueryClient()
  const [ended, setEnded] = useState<'expired' | 'frozen' | null>(null)
  const isFrozen = ended === 'frozen'

  useEffect(() => {
    let isEnded = false
    let end = () => {}
    void import('./late-listeners.tsx').then(
      ({ startLateListeners }) => {
        if (!isEnded) end = startLateListeners(notification)
      },
      () => undefined,
    )
    return () => {
      isEnded = true
      end()
    }
  }, [notification])

  useEffect(() => {
    return onLive((frame) => {
      if (frame.cmd === 'ended' && 'reason' in frame && frame.reason === 'frozen') setEnded(frame.reason)
    })
  }, [])

  useEffect(() => {
    /** The session ends, or the page is being left: what else is refused says the same. */
    let isEnding = false
    const notice = (text: string) => notification.error({ key: text, message: text })
    return onRefusal(async (refusal) => {
      const { kind, error } = refusal
      // The dialog has said why requests are refused.
      if (isEnding || (isFrozen && kind !== 'notice')) return
      if (kind === 'notice' && error.reason !== 'VIEW_ENDED')
        return notice(error.code === 'UNAUTHORIZED' ? errorText('SIGN_IN_AGAIN') : error.text)
      isEnding = true
      isEnding = await import('../account/session-end.ts').then(
        ({ endSession }) => endSession(refusal, { client, notice, ask: () => setEnded('expired') }),
        () => false,
      )
    })
  }, [client, notification, isFrozen])

  return (
    <ShellPart title="重新登录">
      {ended && <ExpiredDialog reason={ended} onBack={() => setEnded(null)} />}
    </ShellPart>
  )
}
