import { useEffect, useState } from 'react'
import { importHouse } from '../house.ts'
import { institution, pageTitle, productTitle, releaseDate, version } from '../institution.ts'
import { Eye } from './icons.tsx'
import { Leaf, Strip } from './Leaf.tsx'
import { TextField } from './TextField.tsx'
import { useSignIn } from './useSignIn.ts'
import './sign-in.css'

/** The first page: an opened leaf of a chronicle, the form on its left half. No component library here. */
export default function SignIn() {
  const { errors, isBusy, captcha, renewCaptcha, submit, clear } = useSignIn()
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    document.title = pageTitle('登录')
    return whenIdle(() => {
      // Warms the next page; if it fails now, it is tried again when it is needed.
      importHouse().catch(() => undefined)
    })
  }, [])

  return (
    <div className="sign-in">
      <main className="frame">
        <section className="form-leaf">
          <form onSubmit={submit} noValidate>
            <h1>登录</h1>
            <p className="subtitle">
              {institution}
              {productTitle}
            </p>
            <TextField
              label="用户名"
              name="username"
              placeholder="请输入用户名"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              error={errors.username}
              onChange={() => clear('username')}
            />
            <TextField
              label="密码"
              name="password"
              placeholder="请输入密码"
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              error={errors.password}
              onChange={() => clear('password')}
              end={
                <button
                  type="button"
                  className="eye"
                  aria-label={isShown ? '隐藏密码' : '显示密码'}
                  aria-pressed={isShown}
                  onClick={() => setShown(!isShown)}
                >
                  <Eye crossed={isShown} />
                </button>
              }
            />
            {captcha && (
              <TextField
                label="验证码"
                name="captcha"
                placeholder="请输入图中字符"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={8}
                error={errors.captcha}
                onChange={() => clear('captcha')}
                end={
                  <button
                    type="button"
                    className="captcha"
                    aria-label="换一张验证码"
                    onClick={() => void renewCaptcha()}
                  >
                    <img src={captcha.picture} alt="验证码" />
                  </button>
                }
              />
            )}
            {!captcha && errors.captcha && (
              <p className="mark" role="alert">
                {errors.captcha}
              </p>
            )}
            <button type="submit" className="submit" aria-disabled={isBusy}>
              {isBusy ? '登录中…' : '登录'}
            </button>
          </form>
        </section>
        <Strip />
        <Leaf />
      </main>
      <footer>
        <span>{institution}</span>
        <span>版本 {version}</span>
        <span>{releaseDate}</span>
      </footer>
    </div>
  )
}

/** Runs the work when the page has been painted and the browser is idle. */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: 4000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 1200)
  return () => clearTimeout(timer)
}
