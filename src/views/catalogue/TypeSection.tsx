import { useMemo, useRef } from 'react'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useSeen } from '#runtime/ui/layout/useSeen.ts'
import { DocumentSource } from './DocumentSource.tsx'
import type { States } from './states.ts'
import { TypePreviews } from './TypePreviews.tsx'

interface Props {
  type: AnyFieldType
  /** The purpose of the type, from the language description. */
  purpose?: string
  states: States
}

/** One field type: its purpose, its four views, and the JSON to copy. */
export function TypeSection({ type, purpose, states }: Props) {
  const place = useRef<HTMLElement>(null)
  const isSeen = useSeen(place)
  const { label, sample } = type.designer
  const needs = useMemo(() => type.needs?.(sample) ?? [], [type, sample])
  return (
    <section ref={place} id={type.type} className="view-cat-type" aria-labelledby={`${type.type}-title`}>
      <h3 id={`${type.type}-title`}>
        {label} <code>{type.type}</code>
      </h3>
      {purpose && <p className="view-cat-purpose">{purpose}</p>}
      {isSeen ? (
        <Dictionaries codes={needs}>
          <TypePreviews type={type} field={sample} states={states} />
        </Dictionaries>
      ) : (
        <div className="view-cat-unseen" aria-busy="true" />
      )}
      <DocumentSource label={`${label}的写法`} value={sample} />
    </section>
  )
}
