import { App } from 'antd'
import { useEffect, useState } from 'react'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { onRefusal } from '#client/session/refusals.ts'
import { forgetSession } from '#client/session/state.ts'
import { forgetView } from '#client/session/view-as.ts'
import { onLive } from '#runtime/data/live.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

const ExpiredDialog = lazyPart(async () => (await import('../account/ExpiredDialog.tsx')).default)

const HIDE_DELAY_MS = 1500

/** Shows refusals of the server and errors of the page, each text once, and ends an expired session. */
export function Notices() {
  const { notification } = App.useApp()
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
    let isLeaving = false
    const notice = (text: string) => notification.error({ key: text, message: text })
    return onRefusal(({ kind, error }) => {
      // The dialog has said why requests are refused.
      if (isLeaving || (isFrozen && kind !== 'notice')) return
      // The view has ended at the server, so the page shows the own screens again.
      if (error.reason === 'VIEW_ENDED') {
        isLeaving = true
        forgetView()
        window.location.reload()
      } else if (kind === 'notice')
        notice(error.code === 'UNAUTHORIZED' ? errorText('SIGN_IN_AGAIN') : error.text)
      else if (kind === 'expired' || hasUnsaved()) setEnded('expired')
      else {
        isLeaving = true
        notice(errorText('SIGN_IN_AGAIN'))
        setTimeout(() => {
          forgetSession()
          window.location.reload()
        }, HIDE_DELAY_MS)
      }
    })
  }, [notification, isFrozen])

  return (
    <ShellPart title="重新登录">
      {ended && <ExpiredDialog reason={ended} onBack={() => setEnded(null)} />}
    </ShellPart>
  )
}
