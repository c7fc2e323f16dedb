import type { ReactNode } from 'react'
import { useListContext } from './list-context.tsx'
import '../list.css'
import '#runtime/ui/print.css'

interface Props {
  /** Only the rows at their natural height. */
  isBare?: boolean
  /** Content at the right of the list. */
  aside?: ReactNode
  children: ReactNode
}

/** The surface of a list; nothing while a form takes its place. */
export function ListSheet({ isBare, aside, children }: Props) {
  const { screen, list, side, narrow } = useListContext()
  const { form } = list.state
  if (form && (screen.form?.open === 'page' || form.page)) return null
  return (
    <div className="pro-list" data-narrow={narrow || undefined} data-bare={isBare || undefined}>
      {!narrow && side}
      <div className="pro-main">{children}</div>
      {aside}
    </div>
  )
}

export const ListHeading = () => <h1 className="pro-heading">{useListContext().list.plan.title}</h1>
