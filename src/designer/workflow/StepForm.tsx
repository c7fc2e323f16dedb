import { Select } from 'antd'
import { useMemo } from 'react'
import { type JsonObject, listTexts } from '#runtime/kernel/json.ts'
import { listSteps } from '#runtime/schema/kinds/workflow/steps.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { Preview } from '../preview/Preview.tsx'
import { findWord, partTitle, type StepKinds } from './edit/step-kinds.ts'
import { type Place, partAt } from './edit/step-place.ts'

interface Props {
  document: JsonObject
  screen: ScreenDocument
  kinds: StepKinds
  selected: Place
  onSelect(place: Place): void
}

/** The screen as the people of a step have it: what they may change is edited, the rest is read, what is hidden is absent. */
function screenOfStep(screen: ScreenDocument, step: JsonObject): JsonObject {
  const [write, hidden] = [new Set(listTexts(step.write)), new Set(listTexts(step.hidden))]
  const locked = (field: JsonObject): JsonObject => ({
    ...field,
    disabled: true,
    ...(Array.isArray(field.fields) && {
      fields: field.fields.map(locked),
      actions: { toolbar: [], row: [] },
    }),
  })
  const fields = screen.fields
    .filter(({ key }) => !hidden.has(key))
    .map((field): JsonObject => (write.has(field.key) ? { ...field } : locked({ ...field })))
  return { ...screen, fields }
}

/** The form of the record in a step. */
export function StepForm({ document, screen, kinds, selected, onSelect }: Props) {
  const steps = useMemo(
    () =>
      listSteps(document).flatMap(({ step, path }) => {
        const kind = kinds.get(String(step.type))
        return findWord(kind, 'to') ? [{ value: `/${path.join('/')}`, label: partTitle(step, kind) }] : []
      }),
    [document, kinds],
  )
  const place = steps.some(({ value }) => value === selected) ? selected : steps[0]?.value
  const step = place === undefined ? undefined : partAt(document, place)
  const drawn = useMemo(() => step && screenOfStep(screen, step), [screen, step])
  if (!drawn) return <StateNote title="还没有人办理的步骤" text="在流程图里加一步审批或填写。" />
  return (
    <>
      <div className="view-flow-trial">
        <span>哪一步</span>
        <Select aria-label="哪一步的表单" size="small" value={place} options={steps} onChange={onSelect} />
      </div>
      <Preview document={drawn} servedId={screen.id} view="form" />
    </>
  )
}
