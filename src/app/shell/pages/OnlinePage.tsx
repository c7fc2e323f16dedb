import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { lazyPage } from '#client/lazy-page.ts'
import { usePage } from '#runtime/host/page-visibility.ts'
import type { Resolved } from '#runtime/resolve/component.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { ModuleNotFound } from '#views/exception/ModuleNotFound.tsx'
import { onlineQuery } from './online-query.ts'
import { ScreenPage } from './screen-page.ts'

const ReportPage = lazyPage(() => import('./ReportPage.tsx'))

interface Props {
  target: Extract<Resolved, { kind: 'online' | 'onlineRecord' | 'onlineReport' }>
  component: string
  index: readonly IndexEntry[]
}

/** An online list, record or report: what the menu entry names, or its address where the entry has a `:name`. */
export default function OnlinePage({ target, component, index }: Props) {
  const params = useParams()
  const named = (name: string): string => (name.startsWith(':') ? (params[name.slice(1)] ?? '') : name)
  const name = named(target.name)
  useReportTitle(target.kind === 'onlineReport' ? name : null, index)
  if (target.kind === 'onlineReport') return <ReportPage code={name} />
  const part = target.kind === 'onlineRecord' ? { record: named(target.id) } : { layout: target.layout }
  return (
    <NamedScreen
      key={name}
      name={name}
      component={component}
      index={index}
      isOfAddress={target.name !== name}
      {...part}
    />
  )
}

interface NamedProps {
  name: string
  component: string
  index: readonly IndexEntry[]
  /** The address names the screen, so its title is the one of the tab. */
  isOfAddress: boolean
}

/** The screen that the address names. */
function NamedScreen({ name, component, index, isOfAddress, ...part }: NamedProps) {
  const { data, error, refetch } = useQuery(onlineQuery(name))
  useTabTitle(isOfAddress ? index.find(({ id }) => id === data?.id)?.title : undefined)
  if (data) return <ScreenPage key={data.id} id={data.id} {...part} />
  if (!error) return null
  if (findErrorCode(error) === 'NOT_FOUND')
    return <ModuleNotFound component={component} tried={[`schemas/online/${name.toLowerCase()}.json`]} />
  return <LoadFailure title="界面没有加载出来" error={error} onRetry={refetch} />
}

function useReportTitle(name: string | null, index: readonly IndexEntry[]): void {
  const id = name?.replace('.', '/')
  useTabTitle(index.find((entry) => name !== null && (entry.code === name || entry.id === id))?.title)
}

function useTabTitle(title: string | undefined): void {
  const page = usePage()
  useEffect(() => {
    if (title !== undefined) page.call(title)
  }, [page, title])
}
