import { Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from '#client/errors/ErrorBoundary.tsx'
import { pageTitle } from '#client/institution.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { TestHead } from './TestHead.tsx'
import './test.css'

const GlobeStage = lazyPart(async () => (await import('./GlobeStage.tsx')).GlobeStage)

/** Whether this browser supports WebGL; checked before the engine is loaded. */
function canDraw(): boolean {
  const canvas = document.createElement('canvas')
  return (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) !== null
}

/** The province on a globe: a test of the graphics of this machine. Open without sign-in, requests no other servers. */
export default function GlobePage() {
  const [isAble] = useState(canDraw)
  useEffect(() => {
    document.title = pageTitle('三维地图测试')
  }, [])
  return (
    <div className="view-test-page view-test-page-globe">
      <TestHead title="三维地图测试" />
      <main>
        {isAble ? (
          <ErrorBoundary>
            <Suspense
              fallback={
                <p className="view-test-note" role="status">
                  正在载入地球，首次打开约需下载 1 MB……
                </p>
              }
            >
              <GlobeStage />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <p className="view-test-note" role="alert">
            此浏览器不能显示三维图形（WebGL 不可用）。请在浏览器设置中打开硬件加速，或换用新版 Chrome、Edge
            后再试。
          </p>
        )}
      </main>
    </div>
  )
}
