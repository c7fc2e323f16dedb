import { createContext, type ReactNode, useContext } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { StepEdits } from '../../commands/step-commands.ts'
import type { StepKind, StepKinds } from '../edit/step-kinds.ts'
import type { Place, Position } from '../edit/step-place.ts'
import type { BoundScreen } from '../useBoundScreen.ts'
import type { StepNames } from '../words/step-words.ts'

/** What a card says of a record that was led through the workflow. */
export interface CardNote {
  /** Whether the record does not come here. */
  isLeft: boolean
  content?: ReactNode
}

/** What the cards of a workflow are drawn with. */
export interface Flow {
  document: JsonObject
  kinds: StepKinds
  names: StepNames
  bound: BoundScreen
  selected: Place | null
  /** The numbers of the problems of steps and branches. */
  faults: ReadonlyMap<Place, number>
  /** Absent: the workflow is only shown. */
  edits?: StepEdits & {
    insert(position: Position, kind: StepKind): void
    addBranch(place: Place): void
  }
  notes?: ReadonlyMap<Place, CardNote>
}

const FlowContext = createContext<Flow | null>(null)
export const FlowProvider = FlowContext.Provider

export function useFlow(): Flow {
  const flow = useContext(FlowContext)
  if (!flow) throw new Error('useFlow outside FlowProvider')
  return flow
}
