import { useMemo } from 'react'
import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import { safeHtml } from '../parts/safe-html.ts'
import './umeditor.css'

/** The text as its writer laid it out, cleaned once more. */
export function Reading({ value, field, id }: ControlProps<string>) {
  const html = useMemo(() => safeHtml(value ?? ''), [value])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls; this is a text under its label
    <div
      id={id}
      role="group"
      aria-label={titleOf(field)}
      className="rich-text rich-reading"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: safeHtml lets through the house's list only
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
