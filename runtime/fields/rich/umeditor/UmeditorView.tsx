import { useMemo } from 'react'
import { RichText } from '#runtime/ui/rich-text/RichText.tsx'
import { safeHtml } from '#runtime/ui/rich-text/safe-html.ts'
import type { ControlProps } from '../../../contract/contract.ts'

/** The rich text in view mode, cleaned again before display. */
export function UmeditorView({ value, field, id }: ControlProps<string>) {
  const html = useMemo(() => safeHtml(value ?? ''), [value])
  return (
    <RichText id={id} field={field}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: safeHtml keeps allowed elements only */}
      <div className="pro-rich-text" dangerouslySetInnerHTML={{ __html: html }} />
    </RichText>
  )
}
