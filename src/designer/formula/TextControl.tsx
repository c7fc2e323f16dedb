import { Suspense, useDeferredValue, useMemo } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { readText } from '#runtime/kernel/json.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { useExpressionPlace } from './expression-place.ts'
import { textNames } from './formula.ts'

const NameEditor = lazyPart(async () => (await import('#runtime/fields/rich/code/NameEditor.tsx')).NameEditor)

const nowhere = {}

/** A text in a panel, in which fields are chosen by title; unknown ones are reported by the check of the document. */
export function TextControl({ value, onChange, field }: ControlProps) {
  const text = readText(value)
  // Other settings are typed without waiting for the names of all fields.
  const settled = useDeferredValue(useExpressionPlace()?.document ?? nowhere)
  const names = useMemo(() => textNames(settled), [settled])
  return (
    <Suspense fallback={<TextSkeleton rows={1} />}>
      <NameEditor
        form="text"
        label={String(field.title ?? field.key)}
        value={text}
        names={names}
        faults={noFaults}
        onChange={(next) => next !== text && onChange(next || null)}
      />
    </Suspense>
  )
}

const noFaults = [] as const
