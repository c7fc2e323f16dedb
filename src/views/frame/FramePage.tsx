import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { menuAddress } from '#runtime/kernel/menu-address.ts'
import { useDelayed } from '#runtime/ui/layout/useDelayed.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import './frame.css'

export interface Props {
  /** The title of the entry, also of the frame. */
  title: string
  /** As in the menu, with its placeholders. */
  url: string
}

/** A page that has not loaded by then is assumed to forbid being framed. */
const LOAD_TIMEOUT_MS = 15_000

/** The start page of this application, which the server answers to an address that nothing else answers. */
const isStartPage = (html: string): boolean => html.includes('<meta name="product-title"')

/** Whether an address of the own site has a page: systems beside this one are reached through the same proxy, if at all. */
async function hasPage(url: string): Promise<boolean> {
  const answer = await fetch(url, { credentials: 'omit' })
  return answer.ok && !isStartPage(await answer.text())
}

const open = (url: string) => window.open(url, '_blank', 'noopener,noreferrer')

/** A page of another system in a frame: it works for itself, and reaches neither this page nor its session. */
export default function FramePage({ title, url: raw }: Props) {
  const address = useMemo(() => menuAddress(raw, window.location.origin), [raw])
  const [state, setState] = useState<'loading' | 'there' | 'late'>('loading')
  const url = address.kind === 'shown' ? address.url : null
  const isOwn = address.kind === 'shown' && address.isOwn
  const { data: isThere, isError } = useQuery({
    queryKey: ['frame-page', url],
    queryFn: () => hasPage(url ?? ''),
    enabled: isOwn,
    retry: false,
  })

  useEffect(() => {
    if (url === null) return
    setState('loading')
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'late' : now)), LOAD_TIMEOUT_MS)
    // The policy of this application lists the sites that may be shown.
    const refused = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && url.startsWith(blockedURI)) setState('late')
    }
    document.addEventListener('securitypolicyviolation', refused)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('securitypolicyviolation', refused)
    }
  }, [url])
  const isSlow = useDelayed(state === 'loading')

  if (address.kind === 'refused')
    return (
      <div className="view-frame-sheet">
        <StateNote
          tone="error"
          title={`「${title}」不能打开`}
          text={`${address.why}，请管理员核对菜单的地址。`}
        />
      </div>
    )
  if (isOwn && (isThere === false || isError))
    return (
      <div className="view-frame-sheet">
        <StateNote
          title={`「${title}」还没有接入`}
          text={`这是另一个系统的页面，本系统的网址下找不到它（${new URL(address.url).pathname}）。请管理员安装该系统并接到这个地址，或在「菜单管理」里改成它的网址。`}
        />
      </div>
    )
  return (
    <section className="view-frame-sheet" aria-label={title} aria-busy={state === 'loading'}>
      <header className="view-frame-bar">
        <h1>{title}</h1>
        {address.isTokenDropped && <span>为安全起见，登录凭证没有随地址带去，对方可能要求另行登录。</span>}
        <Button type="link" size="small" onClick={() => open(address.url)}>
          在新窗口打开
        </Button>
      </header>
      <div className="view-frame-body">
        {(!isOwn || isThere) && (
          <iframe
            key={address.url}
            title={title}
            src={address.url}
            // With the own origin and scripts together a sandbox would have no effect: own pages run without their origin.
            sandbox={`allow-scripts allow-forms allow-popups allow-downloads${isOwn ? '' : ' allow-same-origin'}`}
            referrerPolicy="no-referrer"
            // The error page of a browser fires the load event too.
            onLoad={() => setState((now) => (now === 'loading' ? 'there' : now))}
          />
        )}
        {state === 'loading' && isSlow && (
          <div className="view-frame-over" role="status">
            正在打开「{title}」……
          </div>
        )}
        {state === 'late' && (
          <div className="view-frame-over">
            <StateNote title={`「${title}」没有打开`} text="对方可能不允许显示在本系统里，也可能网络太慢。">
              <Button type="primary" onClick={() => open(address.url)}>
                在新窗口打开
              </Button>
            </StateNote>
          </div>
        )}
      </div>
    </section>
  )
}
