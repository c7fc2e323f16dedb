import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { Provider } from 'jotai'
import { BrowserRouter, Link } from 'react-router-dom'
import { LeaveGuard } from '#app/shell/LeaveGuard.tsx'
import { KeptPages } from '#app/shell/tabs/KeptPages.tsx'
import { TabBar } from '#app/shell/tabs/TabBar.tsx'
import { usePageTitle } from '#app/shell/tabs/titles.ts'
import { permissionsAtom, store, userAtom } from '#client/session/state.ts'
import { settingsAtom } from '#client/theme/settings.ts'
import { seen } from './test-pages.tsx'

const titles: Readonly<Record<string, string>> = {
  '/dashboard/analysis': '首页',
  '/bills': '入库单',
  '/books': '书目',
  '/form': '登记',
}

const menu = Object.entries(titles).map(([path, title]) => ({
  id: path,
  path,
  name: path.slice(1),
  component: path.slice(1),
  meta: { title },
}))

function TestShell() {
  usePageTitle()
  return (
    <>
      <LeaveGuard />
      <nav>
        {menu.map(({ path, meta }) => (
          <Link key={path} to={path}>{`去${meta.title}`}</Link>
        ))}
      </nav>
      <TabBar />
      <KeptPages />
    </>
  )
}

export function renderShell(at = '/dashboard/analysis', username = 'clerk') {
  for (const map of Object.values(seen)) map.clear()
  window.history.replaceState(null, '', at)
  store.set(settingsAtom, { multipage: true })
  store.set(userAtom, { id: username, username, realname: username, orgCode: '', mustChange: false })
  store.set(permissionsAtom, { menu, auth: [], allAuth: [] })
  return render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient()}>
        <ConfigProvider theme={{ token: { motion: false } }} button={{ autoInsertSpace: false }}>
          <App>
            <BrowserRouter>
              <TestShell />
            </BrowserRouter>
          </App>
        </ConfigProvider>
      </QueryClientProvider>
    </Provider>,
  )
}
