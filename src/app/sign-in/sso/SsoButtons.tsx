import { useLocation } from 'react-router-dom'
import { findRedirect } from '#client/guard.ts'
import { storeBeforeLeaving } from '#client/session/sso-callback.ts'
import { randomName } from '#runtime/kernel/random.ts'
import type { SignInMethods } from './methods.ts'

interface Props {
  options: SignInMethods
  isRemembered: boolean
}

/** Single sign-on and third parties, when the server has them. They leave this page and return to it. */
export function SsoButtons({ options: { cas, third }, isRemembered }: Props) {
  const { search } = useLocation()
  if (!cas && third.length === 0) return null
  const leave = (addressFor: (nonce: string) => string) => {
    const nonce = randomName()
    storeBeforeLeaving({ redirect: findRedirect(search), isRemembered, nonce })
    window.location.assign(addressFor(nonce))
  }
  return (
    <nav className="app-ways" aria-label="其他登录方式">
      {cas && (
        <button type="button" onClick={() => leave(() => cas)}>
          统一身份认证
        </button>
      )}
      {third.map(({ type, title }) => (
        <button
          key={type}
          type="button"
          onClick={() =>
            leave((nonce) => `/jeecg-boot/sys/thirdLogin/render/${encodeURIComponent(type)}?nonce=${nonce}`)
          }
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
