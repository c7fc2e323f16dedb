import { sql } from 'kysely'
import { placesText } from '../../../documents/field-places.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { RecordHook } from '../../../records/effects/hooks.ts'
import { dictionaryUses } from './uses.ts'

const refuse = defineRefusals({
  DICT_SHIPPED: '「{name}」由文档 {origin} 提供，不能修改；请先接管',
  DICT_CODE_RECYCLED: '回收站里有编号为「{code}」的字典，请先取回或彻底删除',
  DICT_CODE_USED: '字典编号「{code}」正被 {count} 个字段使用，不能修改',
  DICT_USED: '「{name}」正被 {count} 条记录使用，不能删除：{places}',
  DICT_ITEMS_NOT_NUMBERS: '「{text}」的数据值「{value}」不是数字，请先修改，再把数据类型改为数字',
  DICT_ITEM_NOT_NUMBER: '数据值应为数字，「{value}」不是：这个字典的数据类型是数字',
  DICT_ITEM_TAKEN: '该值不可用，系统中已存在！',
  DICT_ITEM_VALUE_USED: '「{text}」正被 {count} 条记录使用，不能修改数据值',
  DICT_ITEM_USED: '「{text}」正被 {count} 条记录使用，不能删除；可以改为不启用',
})

export const refuseItemTaken = () => refuse('DICT_ITEM_TAKEN')

interface Head {
  code: string
  name: string
  origin: string | null
  isNumeric: boolean
}

/** The type of a dictionary whose values are numbers. */
const NUMERIC = 1
/** Whether a value can be read as a number and written again without a change. */
const isNumber = (value: string): boolean => Number.isFinite(Number(value)) && String(Number(value)) === value

const findHead = async (db: Db, id: string): Promise<Head | undefined> =>
  (
    await sql<Head>`select dict_code as code, dict_name as name, origin, type = ${NUMERIC} as "isNumeric"
      from sys_dict where id = ${id} for share`.execute(db)
  ).rows[0]

function requireOwn({ name, origin }: { name: unknown; origin: unknown }): void {
  if (typeof origin === 'string' && origin !== '')
    throw refuse('DICT_SHIPPED', { values: { name: String(name), origin } })
}

const countRecords = async (db: Db, code: string, value: string): Promise<number> =>
  (await dictionaryUses(db, code, [value])).reduce((sum, { records }) => sum + records, 0)

/** Whether another item of the dictionary has the value. */
export async function isItemTaken(db: Db, dictId: string, value: string, exceptId = ''): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_dict_item where dict_id = ${dictId} and item_value = ${value} and id <> ${exceptId}`.execute(
    db,
  )
  return rows.length > 0
}

/** Refuses to make the values of a dictionary numbers while one of them cannot be read as a number. */
async function requireNumbers(db: Db, dictId: string): Promise<void> {
  const { rows } = await sql<{ text: string; value: string }>`
    select item_text as text, item_value as value from sys_dict_item where dict_id = ${dictId}
    order by sort_order, item_value`.execute(db)
  const fault = rows.find(({ value }) => !isNumber(value))
  if (fault) throw refuse('DICT_ITEMS_NOT_NUMBERS', { values: { ...fault } })
}

/** A dictionary of a document is read-only; a code that documents use stays. */
const dictHook: RecordHook = {
  name: 'dict.guard',
  table: 'sys_dict',
  description:
    '字典：文档提供的字典不能改、不能删；编号不能与回收站里的相同；有字段在用的不能改编号，有记录在用的不能删除；数据值都是数字时才能改为数字。读 dictName、dictCode、origin、type',
  async beforeSave({ trx, before, after }) {
    if (before) requireOwn({ name: before.dictName, origin: before.origin })
    if (before && before.type !== after.type && after.type === NUMERIC)
      await requireNumbers(trx, String(before.id))
    const code = String(after.dictCode ?? '')
    if (before?.dictCode === code) return
    const recycled = await sql`select 1 from sys_dict where dict_code = ${code} and del_flag = 1`.execute(trx)
    if (recycled.rows.length > 0) throw refuse('DICT_CODE_RECYCLED', { values: { code } })
    if (!before) return
    const former = String(before.dictCode)
    const { length: count } = await dictionaryUses(trx, former, null)
    if (count > 0) throw refuse('DICT_CODE_USED', { values: { code: former, count } })
  },
  async beforeRemove({ trx, records }) {
    for (const { dictName: name, dictCode, origin } of records) {
      requireOwn({ name, origin })
      const uses = (await dictionaryUses(trx, String(dictCode), null)).filter(({ records }) => records > 0)
      if (uses.length === 0) continue
      const count = uses.reduce((sum, use) => sum + use.records, 0)
      throw refuse('DICT_USED', { values: { name: String(name), count, places: placesText(uses) } })
    }
  },
}

/** The items of a document's dictionary are read-only; a value that records contain stays. */
const itemHook: RecordHook = {
  name: 'dict.item',
  table: 'sys_dict_item',
  description:
    '字典项：文档提供的字典不能改；同一字典里的数据值不能重复；数字类型的字典只能用数字；有记录在用的不能改数据值、不能删除。读 dictId、itemText、itemValue',
  async beforeSave({ trx, before, after }) {
    const dictId = String(after.dictId ?? '')
    const head = await findHead(trx, dictId)
    requireOwn({ name: head?.name, origin: head?.origin })
    const value = String(after.itemValue ?? '')
    if (head?.isNumeric && before?.itemValue !== value && !isNumber(value))
      throw refuse('DICT_ITEM_NOT_NUMBER', { values: { value } })
    if (await isItemTaken(trx, dictId, value, String(before?.id ?? ''))) throw refuseItemTaken()
    if (!head || !before || before.itemValue === value) return
    const count = await countRecords(trx, head.code, String(before.itemValue))
    if (count > 0) throw refuse('DICT_ITEM_VALUE_USED', { values: { text: String(before.itemText), count } })
  },
  async beforeRemove({ trx, records }) {
    for (const { dictId, itemText, itemValue } of records) {
      const head = await findHead(trx, String(dictId))
      if (!head) continue
      requireOwn(head)
      const count = await countRecords(trx, head.code, String(itemValue))
      if (count > 0) throw refuse('DICT_ITEM_USED', { values: { text: String(itemText), count } })
    }
  },
}

export const dictHooks = [dictHook, itemHook]
