import { type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import type { SimulatedStep, Simulation } from '#runtime/record/workflow/simulation.ts'
import { subMark } from '#runtime/schema/kinds/workflow/expand.ts'
import { listSteps } from '#runtime/schema/kinds/workflow/steps.ts'
import type { Place } from '../edit/step-place.ts'
import type { CardNote } from './flow-context.ts'

const outcomes: Readonly<Record<SimulatedStep['outcome'], string>> = {
  asks: '办理',
  passes: '自动通过',
  copies: '抄送给',
  waits: '等待',
  acts: '自动执行',
  refuses: '没有人办，不让提交',
}

function Outcome({ step: { outcome, people, note } }: { step: SimulatedStep }) {
  return (
    <div className="view-flow-note" data-outcome={outcome}>
      <b>{outcomes[outcome]}</b>
      {people.map(({ account, name, why }) => (
        <span key={account}>
          {name}
          <small>{why}</small>
        </span>
      ))}
      {note !== '' && <small>{note}</small>}
    </div>
  )
}

const toText = (path: readonly (string | number)[]): Place => `/${path.join('/')}`

/** What the cards of a workflow say of a record: who would get it and why, and where it does not come. */
export function listNotes(document: JsonObject, simulation: Simulation): ReadonlyMap<Place, CardNote> {
  const { taken, branches, steps } = simulation
  const notes = new Map<Place, CardNote>()
  for (const { step, path } of listSteps(document)) {
    const key = String(step.key)
    // The steps of another workflow stand in the place of the step that runs it.
    const isIn = (entry: string) => entry === key || entry.startsWith(key + subMark)
    const isTaken = taken.some(isIn)
    const found = steps.filter((entry) => isIn(entry.key))
    const content = found.map((entry) => <Outcome key={entry.key} step={entry} />)
    notes.set(toText(path), { isLeft: !isTaken, ...(content.length > 0 && { content }) })
    const chosen = branches[key]
    for (const [at] of listObjectEntries(step.branches)) {
      const isChosen = chosen === undefined || chosen.index === at
      notes.set(toText([...path, 'branches', at]), {
        isLeft: !isTaken || !isChosen,
        ...(chosen && isChosen && { content: <div className="view-flow-note">{chosen.why}</div> }),
      })
    }
  }
  return notes
}
