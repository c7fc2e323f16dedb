import type { ReactNode } from 'react'
import { getTitle } from '#runtime/schema/derive.ts'
import type { CommonField } from '#runtime/schema/types.ts'
import './rich-text.css'

interface Props {
  id?: string
  field: CommonField
  children: ReactNode
}

/** The frame of a rendered text in view mode; its content is already cleaned. */
export const RichText = ({ id, field, children }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls; this is a text under its label
  <div id={id} role="group" aria-label={getTitle(field)} className="pro-rich-reading">
    {children}
  </div>
)
