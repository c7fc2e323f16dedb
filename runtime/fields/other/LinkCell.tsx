import { ellipsis } from '#runtime/kernel/text.ts'
import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'
import { safeHref } from './values.ts'

const width = 40

/** A link if its address is safe; otherwise its text. */
export function LinkCell({ value, field }: CellProps<string>) {
  if (value === null) return null
  const href = safeHref(value)
  if (href === null) return <TextCell text={value} field={field} defaultLength={width} />
  const isOurs = href.startsWith('/')
  return (
    <a href={href} title={value} {...(isOurs ? {} : { target: '_blank', rel: 'noopener noreferrer' })}>
      {ellipsis(value, field.ellipsis ?? width)}
    </a>
  )
}
