import { sql } from 'kysely'
import { isJsonObject, type JsonObject, listTextEntries } from '#runtime/kernel/json.ts'
import { listSteps } from '#runtime/schema/kinds/workflow/steps.ts'
import { placesText } from '../../documents/field-places.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Db } from '../../platform/store/database.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { type Dictionaries, type DictionaryUse, dictionaryUses } from '../dict/interface.ts'

const refuse = defineRefusals({
  POSITION_CODE_USED: '职务编码「{code}」正在使用，不能修改：{places}',
  POSITION_USED: '职务「{name}」正在使用，不能删除：{places}',
})

const table = 'sys_position'
const MAX_WORKFLOWS = 3

/** The titles of the workflows whose steps name the position. */
async function listWorkflows(db: Db, code: string): Promise<string[]> {
  const { rows } = await sql<{ title: string; body: JsonObject }>`
    select body->>'title' as title, body from sys_document where body->>'kind' = 'workflow' order by id`.execute(
    db,
  )
  const isNamed = ({ step }: { step: JsonObject }) => {
    const to = step.to
    return isJsonObject(to) && listTextEntries(to.positions).some(([, position]) => position === code)
  }
  return rows.flatMap(({ title, body }) => (listSteps(body).some(isNamed) ? title : []))
}

/** Where a position is used, in words; empty where it is not. */
async function describeUses(db: Db, dictionaries: readonly string[], code: string): Promise<string> {
  const uses: DictionaryUse[] = []
  for (const dictionary of dictionaries)
    uses.push(...(await dictionaryUses(db, dictionary, [code])).filter(({ records }) => records > 0))
  const workflows = (await listWorkflows(db, code)).slice(0, MAX_WORKFLOWS).map((title) => `流程「${title}」`)
  return [placesText(uses), ...workflows].filter((text) => text !== '').join('、')
}

/** The code of a position is stored with users and records and named by workflows: it stays while they use it. */
export const positionHook = (read: () => { dictionaries: Pick<Dictionaries, 'codesOver'> }): RecordHook => ({
  name: 'position.guard',
  table,
  description: '职务：有用户、记录或流程在用的职务不能改编码、不能删除。读 code、name',
  async beforeSave({ trx, before, after }) {
    if (!before || before.code === after.code) return
    const code = String(before.code)
    const places = await describeUses(trx, read().dictionaries.codesOver(table), code)
    if (places !== '') throw refuse('POSITION_CODE_USED', { values: { code, places } })
  },
  async beforeRemove({ trx, records }) {
    const dictionaries = read().dictionaries.codesOver(table)
    for (const { code, name } of records) {
      const places = await describeUses(trx, dictionaries, String(code))
      if (places !== '') throw refuse('POSITION_USED', { values: { name: String(name), places } })
    }
  },
})
