import '@ant-design/v5-patch-for-react-19'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { BenchPage } from '#views/bench/BenchPage.tsx'
import { ScreensBench } from '#views/bench/screens/ScreensBench.tsx'
import { Theme } from '../shell/Theme.tsx'
import { benchPaths } from './paths.ts'

/** The measuring pages with the application's theme, without its frame. */
export default function BenchShell() {
  const { pathname } = useLocation()
  const [client] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={client}>
      <Theme>{pathname === benchPaths.screens ? <ScreensBench /> : <BenchPage />}</Theme>
    </QueryClientProvider>
  )
}
