import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Flow, StoredScreen } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'

const refuse = defineRefusals({
  RECORD_PROTECTED: '{screen}{state}，不能{verb}',
  TABLE_DERIVED: '{screen}由业务单据产生，不能手工新增、修改或删除',
})

const verbs = { edit: '修改', delete: '删除' } as const

/** The title of a state; for a state that is a code, from the move that leads to it. */
const formatState = ({ moves }: Flow, state: string): string => {
  const step = /^[\w-]+$/.test(state) && moves.find(({ to }) => to === state)
  return step ? `已${step.title}` : state
}

/** Refuses to change or delete a record in a state that its flow protects. */
export function requireEditable(
  screen: StoredScreen,
  record: Readonly<JsonObject>,
  verb: keyof typeof verbs,
): void {
  const { flow } = screen
  if (!flow?.editable) return
  const state = String(record[flow.field] ?? '')
  if (!flow.editable.includes(state))
    throw refuse('RECORD_PROTECTED', {
      values: { screen: screen.title, state: formatState(flow, state), verb: verbs[verb] },
    })
}

/** Rejects with TABLE_DERIVED when only effects write the records of the screen. */
export function requireOwnTable({ screen }: { screen: StoredScreen }): void {
  if (screen.table.derived === true) throw refuse('TABLE_DERIVED', { values: { screen: screen.title } })
}
