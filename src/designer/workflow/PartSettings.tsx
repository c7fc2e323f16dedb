import { Button } from 'antd'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { canRun } from '#runtime/ui/commands/command.ts'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { type StepEdits, stepCommands } from '../commands/step-commands.ts'
import { isElse } from './edit/step-edit.ts'
import type { StepKinds } from './edit/step-kinds.ts'
import { isBranchPlace, type Place, partAt, placeAround } from './edit/step-place.ts'
import { BranchSettings } from './settings/BranchSettings.tsx'
import { StepSettings } from './settings/StepSettings.tsx'
import type { BoundScreen } from './useBoundScreen.ts'

interface Props {
  document: JsonObject
  place: Place
  part: JsonObject
  kinds: StepKinds
  bound: BoundScreen
  edits: StepEdits
  onChange(part: JsonObject): void
}

/** The settings of the selected step or branch, and what can be done with it. */
export function PartSettings({ document, place, part, kinds, bound, edits, onChange }: Props) {
  const context = { place, edits }
  const isBranch = isBranchPlace(place)
  const isConditional = isBranch && partAt(document, placeAround(place))?.type === 'branch'
  const actions = stepCommands
    // A step outside of branches has none beside it; branches have no order downwards.
    .filter((command) => command.danger || canRun(command, context))
    .map((command) => (
      <Button
        key={command.id}
        size="small"
        danger={command.danger}
        title={keyLabel(command)}
        disabled={!canRun(command, context)}
        onClick={() => command.run(context)}
      >
        {command.title}
      </Button>
    ))
  if (!isBranch)
    return (
      <StepSettings step={part} kinds={kinds} bound={bound} onChange={onChange}>
        {actions}
      </StepSettings>
    )
  const use = !isConditional ? 'parallel' : isElse(document, place) ? 'else' : 'condition'
  return (
    <BranchSettings branch={part} use={use} bound={bound} onChange={onChange}>
      {actions}
    </BranchSettings>
  )
}
