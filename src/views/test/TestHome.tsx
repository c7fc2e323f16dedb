import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { pageTitle } from '#client/institution.ts'
import { tokenAtom, userAtom } from '#client/session/state.ts'
import { checksFor, type Finding } from './checks.ts'
import { TestHead } from './TestHead.tsx'
import './test.css'

const words = { good: '正常', weak: '注意', bad: '异常' } as const

/** The abilities of this browser and of the connection, for support by telephone. */
export default function TestHome() {
  const userId = useAtomValue(userAtom)?.id ?? ''
  const token = useAtomValue(tokenAtom) ?? ''
  const checks = useMemo(() => checksFor({ userId, token }), [userId, token])
  const [findings, setFindings] = useState<Readonly<Record<string, Finding>>>({})
  const run = useCallback(() => {
    setFindings({})
    for (const check of checks)
      void Promise.resolve(check.run()).then((finding) =>
        setFindings((others) => ({ ...others, [check.name]: finding })),
      )
  }, [checks])
  useEffect(() => {
    document.title = pageTitle('测试首页')
    run()
  }, [run])

  const isBusy = checks.some(({ name }) => !findings[name])
  return (
    <div className="view-test-page">
      <TestHead title="测试首页" />
      <main>
        <section aria-labelledby="checks" aria-busy={isBusy}>
          <h2 id="checks">本机检测</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">项目</th>
                <th scope="col">结果</th>
                <th scope="col">说明</th>
              </tr>
            </thead>
            <tbody>
              {checks.map(({ name }) => {
                const finding = findings[name]
                return (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td data-state={finding?.state}>{finding ? words[finding.state] : '检测中'}</td>
                    <td>{finding?.text}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
          <div className="view-test-ways">
            <button type="button" onClick={run} disabled={isBusy}>
              重新检测
            </button>
            <Link to="/test/cesium">三维地图测试</Link>
          </div>
        </section>
      </main>
    </div>
  )
}
