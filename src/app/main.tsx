import { Provider } from 'jotai'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom'
import { ErrorBoundary } from '#client/errors/ErrorBoundary.tsx'
import { userPaths } from '#client/guard.ts'
import { store } from '#client/session/state.ts'
import { settingsAtom } from '#client/theme/settings.ts'
import { BenchShell } from './bench/index.ts'
import { benchPaths } from './bench/paths.ts'
import { Gate } from './Gate.tsx'
import {
  AlterationPage,
  AppShell,
  GlobePage,
  PublicPages,
  RegisterPage,
  RegisterResultPage,
  SignInPage,
  TestHome,
} from './pages.ts'
import { Pending } from './progress.tsx'
import './popstate-guard.ts'
import './main.css'

const applySettings = () => {
  const { mode, color, colorWeak } = store.get(settingsAtom)
  const { dataset, style } = document.documentElement
  dataset.theme = mode
  dataset.weak = String(colorWeak)
  style.setProperty('--accent', color)
}
applySettings()
store.sub(settingsAtom, applySettings)

// The page works without these names, so it neither waits for them nor fails with them.
import('./start/accessible-names.ts').then(
  ({ translateAccessibleNames }) => translateAccessibleNames(document.body),
  () => undefined,
)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const Guarded = () => (
  <Gate>
    <Routes>
      <Route path={userPaths.login} element={<SignInPage />} />
      <Route path={userPaths.register} element={<RegisterPage />} />
      <Route path={userPaths.registerResult} element={<RegisterResultPage />} />
      <Route path={userPaths.alteration} element={<AlterationPage />} />
      <Route path="/user" element={<Navigate to={userPaths.login} replace />} />
      <Route path="/test" element={<Navigate to="/test/home" replace />} />
      <Route path="/test/home" element={<TestHome />} />
      <Route path="/test/cesium" element={<GlobePage />} />
      <Route path="*" element={<AppShell />} />
    </Routes>
  </Gate>
)

const bench = BenchShell && <BenchShell />

createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <BrowserRouter>
        <ErrorBoundary>
          <Suspense fallback={<Pending />}>
            <Routes>
              {bench &&
                Object.values(benchPaths).map((path) => <Route key={path} path={path} element={bench} />)}
              <Route path="/public/*" element={<PublicPages />} />
              <Route path="*" element={<Guarded />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </BrowserRouter>
    </Provider>
  </StrictMode>,
)
