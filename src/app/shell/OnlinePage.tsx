import { useParams } from 'react-router-dom'
import { onlineDocument } from '#runtime/resolve/component.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { ModuleNotFound } from '#views/exception/ModuleNotFound.tsx'
import { lazyPage } from '../lazy-page.ts'
import { ScreenPage } from './screen-page.ts'

const ReportPage = lazyPage(() => import('./ReportPage.tsx'))

interface Props {
  component: string
  list: string
  /** The table or report; `:name` when the address contains it. */
  code: string
  index: readonly IndexEntry[]
}

/** An online list: its table or report when it exists, else the reason for its absence. */
export function OnlinePage({ component, list, code, index }: Props) {
  const params = useParams()
  const name = code.startsWith(':') ? (params[code.slice(1)] ?? '') : code
  if (list === 'reportAuto') return <ReportPage code={name} />
  const id = onlineDocument(name, index)
  if (id !== undefined) return <ScreenPage key={id} id={id} />
  return <ModuleNotFound component={component} tried={[`schemas/online/${name}.json`]} />
}
