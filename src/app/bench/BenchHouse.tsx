import '@ant-design/v5-patch-for-react-19'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { BenchPage } from '../../views/bench/BenchPage.tsx'
import { Theme } from '../shell/Theme.tsx'

/** The measuring page in the house's look, without its frame. */
export default function BenchHouse() {
  const [client] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={client}>
      <Theme>
        <BenchPage />
      </Theme>
    </QueryClientProvider>
  )
}
