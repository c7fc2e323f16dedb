import { useAtomValue } from 'jotai'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { userPaths } from '#client/guard.ts'
import { enter, type SignInResult } from '#client/session/sign-in.ts'
import { signOutMessageAtom } from '#client/session/state.ts'
import { savesData } from '#runtime/host/saves-data.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { preloadShell } from '../preload-shell.ts'
import { FieldError } from './fields/FieldError.tsx'
import type { FieldErrorState } from './fields/field-error.ts'
import { PasswordForm, type WayProps } from './password/PasswordForm.tsx'
import { awaited } from './phone/useSmsWait.ts'
import { loadSignInMethods, type SignInMethods } from './sso/methods.ts'
import { SsoButtons } from './sso/SsoButtons.tsx'
import { useSsoCallback } from './sso/useSsoCallback.ts'
import { Tabs } from './Tabs.tsx'
import { TenantChoice } from './TenantChoice.tsx'
import { UserLayout } from './UserLayout.tsx'

const PhoneForm = lazyPart<WayProps>(async () => (await import('./phone/PhoneForm.tsx')).PhoneForm)
const SecondFactorForm = lazyPart(async () => (await import('./SecondFactorForm.tsx')).SecondFactorForm)

const tabs = [
  { key: 'account', title: '账号密码登录' },
  { key: 'phone', title: '手机号登录' },
] as const
const DEFAULT_OPTIONS: SignInMethods = { register: true, cas: null, third: [] }

/** The first page. No component library and no HTTP library in its first paint. */
export default function SignIn() {
  const { search } = useLocation()
  const signOutMessage = useAtomValue(signOutMessageAtom)
  const [options, setOptions] = useState(DEFAULT_OPTIONS)
  const [tab, setTab] = useState<'account' | 'phone'>(() => (awaited('0') ? 'phone' : 'account'))
  const [isSwitched, setSwitched] = useState(false)
  const [isRemembered, setRemembered] = useState(true)
  const [choosing, setChoosing] = useState<{ arrival: SignInResult; isRemembered: boolean } | null>(null)

  /** The token of a sign-in that waits for its second factor. */
  const [pending, setPending] = useState<string | null>(null)
  const [restart, setRestart] = useState<FieldErrorState | null>(null)

  const arrive = useCallback((arrival: SignInResult, isRemembered: boolean) => {
    if (arrival.tenants.length > 1) setChoosing({ arrival, isRemembered })
    else enter(arrival, arrival.tenants[0]?.id ?? '0', isRemembered)
  }, [])
  const visitor = useSsoCallback(arrive)
  const ssoToken = visitor.is === 'pending' ? visitor.token : null
  useEffect(() => {
    setPending(ssoToken)
  }, [ssoToken])

  useEffect(() => {
    return whenIdle(() => {
      // Name and password work before the other methods are loaded.
      loadSignInMethods().then(setOptions, () => undefined)
      if (!savesData()) for (const form of [PhoneForm, SecondFactorForm]) void form.preload()
      // Preloads the next page; if it fails now, it is loaded again when it is needed.
      preloadShell().catch(() => undefined)
    })
  }, [])

  if (choosing)
    return (
      <UserLayout title="登录">
        <TenantChoice
          tenants={choosing.arrival.tenants}
          onChoose={(id) => enter(choosing.arrival, id, choosing.isRemembered)}
        />
      </UserLayout>
    )
  if (visitor.is === 'judged')
    return (
      <UserLayout title="登录">
        <p className="app-said" role="status">
          正在验证身份…
        </p>
      </UserLayout>
    )

  if (pending !== null)
    return (
      <UserLayout title="两步验证">
        <Suspense>
          <SecondFactorForm
            token={pending}
            onArrive={(arrival) =>
              arrive(arrival, visitor.is === 'pending' ? visitor.isRemembered : isRemembered)
            }
            onBack={(reason) => {
              setPending(null)
              setRestart(reason)
            }}
          />
        </Suspense>
      </UserLayout>
    )

  const choose = (key: typeof tab) => {
    setTab(key)
    setSwitched(true)
  }
  const bind = visitor.is === 'unbound' ? visitor.by : null
  const Form = tab === 'phone' ? PhoneForm : PasswordForm
  return (
    <UserLayout title="登录" aside={<SsoButtons options={options} isRemembered={isRemembered} />}>
      {visitor.is === 'refused' && <FieldError mark={visitor.mark} />}
      {restart && <FieldError mark={restart} />}
      {visitor.is === 'nobody' && signOutMessage && !restart && (
        <FieldError mark={{ text: signOutMessage }} />
      )}
      {bind && (
        <p className="app-said" role="status">
          {bind.nickname && `「${bind.nickname}」`}尚未绑定账号，登录后即绑定。
        </p>
      )}
      <Tabs label="登录方式" tabs={tabs} selected={tab} onChoose={choose}>
        <Suspense>
          <Form
            isRemembered={isRemembered}
            bind={bind?.uuid}
            autoFocus={!isSwitched}
            onArrive={(arrival) => arrive(arrival, isRemembered)}
            onSecondFactor={setPending}
          />
        </Suspense>
      </Tabs>
      <div className="app-beside">
        <label className="app-tick">
          <input type="checkbox" checked={isRemembered} onChange={() => setRemembered(!isRemembered)} />
          自动登录
        </label>
        <Link to={userPaths.alteration + search}>忘记密码</Link>
        {options.register && <Link to={userPaths.register + search}>注册账户</Link>}
      </div>
    </UserLayout>
  )
}

/** Runs the callback when the page has been painted and the browser is idle. */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: 4000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 1200)
  return () => clearTimeout(timer)
}
