import '@ant-design/v5-patch-for-react-19'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { ClientPartsProvider } from '#client/modules/client-parts.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { clientParts } from '../client-parts.ts'
import { Layout } from './Layout.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Notices } from './notices/Notices.tsx'
import { SlowReads } from './notices/SlowReads.tsx'
import { ScreenPage } from './pages/screen-page.ts'
import { Theme } from './Theme.tsx'

const LiveSocket = lazyPart(async () => (await import('./live/LiveSocket.tsx')).LiveSocket)

/** The layout around the pages of a signed-in user. The data loaded for a user is dropped with the session. */
export default function AppShell() {
  const [client] = useState(
    // The HTTP client repeats reads by itself.
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }),
  )
  useEffect(() => {
    // If this fails, the first screen loads it again.
    void ScreenPage.preload()
  }, [])
  return (
    <QueryClientProvider client={client}>
      <Theme>
        <ShellPart title="实时更新">
          <LiveSocket />
        </ShellPart>
        <Notices />
        <SlowReads />
        <LeaveGuard />
        <ClientPartsProvider value={clientParts}>
          <Layout />
        </ClientPartsProvider>
      </Theme>
    </QueryClientProvider>
  )
}
