import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { userPaths } from '#client/guard.ts'
import { FieldError } from '../fields/FieldError.tsx'
import { UserLayout } from '../UserLayout.tsx'
import { AccountStep, NewPasswordStep, PhoneStep } from './alteration-steps.tsx'
import { Done } from './Done.tsx'

const steps = ['确认账号', '手机验证', '设置新密码', '完成']

/** The data collected so far; each step adds to it. */
type Progress =
  | { at: 0 }
  | { at: 1; account: { username: string } | { phone: string } }
  | { at: 2; username: string; phone: string; smscode: string }
  | { at: 3; text: string }

/** A forgotten password: the account, its phone, a new password. */
export default function Alteration() {
  const { search } = useLocation()
  const [progress, setProgress] = useState<Progress>({ at: 0 })
  const [fault, setFault] = useState<string | null>(null)
  const go = (next: Progress, text: string | null = null) => {
    setProgress(next)
    setFault(text)
  }
  return (
    <UserLayout title="找回密码">
      <ol className="app-steps" aria-label="步骤">
        {steps.map((step, at) => (
          <li
            key={step}
            aria-current={at === progress.at ? 'step' : undefined}
            data-done={at < progress.at || undefined}
          >
            {step}
          </li>
        ))}
      </ol>
      {fault && <FieldError mark={{ text: fault }} />}
      {progress.at === 0 && <AccountStep onDone={(account) => go({ at: 1, account })} />}
      {progress.at === 1 && (
        <PhoneStep account={progress.account} onDone={(verified) => go({ at: 2, ...verified })} />
      )}
      {progress.at === 2 && (
        <NewPasswordStep
          verified={progress}
          onDone={(text) => go({ at: 3, text })}
          // The proof of the phone is used up: the user has to verify the phone again.
          onSpent={(text) => go({ at: 1, account: { username: progress.username } }, text)}
        />
      )}
      {progress.at === 3 ? (
        <Done text={progress.text} />
      ) : (
        <div className="app-beside">
          <Link to={userPaths.login + search}>使用已有账户登录</Link>
        </div>
      )}
    </UserLayout>
  )
}
