import { useMemo } from 'react'
import type { ControlProps } from '../contract.ts'
import { RichReading } from '../parts/RichReading.tsx'
import { safeHtml } from '../parts/safe-html.ts'

/** Cleaned once more before it is shown. */
export function Reading({ value, field, id }: ControlProps<string>) {
  const html = useMemo(() => safeHtml(value ?? ''), [value])
  return (
    <RichReading id={id} field={field}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: safeHtml lets through the house's list only */}
      <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
    </RichReading>
  )
}
