import { sql } from 'kysely'
import { placesText } from '../../../documents/field-places.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { RecordHook } from '../../../records/effects/hooks.ts'
import { type DictionaryUse, dictionaryUses } from '../../dict/interface.ts'
import { parseParentId } from '../tree.ts'
import { nextCode, PART_LENGTH } from './code.ts'

const refuse = defineRefusals({
  CATEGORY_CODES_USED: '这一级的分类编码已用完，请换一个上级',
  CATEGORY_SHIPPED: '分类「{name}」由文档 {origin} 提供，不能删除，可以改名',
  CATEGORY_USED: '所选分类正被 {count} 条记录使用，不能删除：{places}',
})

/** The codes of a category and of the categories above it: a field may take its values from any of these trees. */
const listTrees = (code: string): string[] =>
  Array.from({ length: Math.floor(code.length / PART_LENGTH) }, (_, at) =>
    code.slice(0, (at + 1) * PART_LENGTH),
  )

/** The first of the categories that the tree of a document contains, which would add it again. */
async function findShipped(
  db: Db,
  codes: readonly string[],
): Promise<{ code: string; origin: string } | undefined> {
  const { rows } = await sql<{ code: string; origin: string }>`
    select code #>> '{}' as code, id as origin
    from sys_document, jsonb_path_query(body, '$.tree.**.code') as code
    where body->>'kind' = 'dict' and code #>> '{}' = any(${[...codes]}::text[]) order by 1 limit 1`.execute(
    db,
  )
  return rows[0]
}

/** The code of a category is its id and names its place; categories that records contain stay. */
export const categoryHook: RecordHook = {
  name: 'category.guard',
  table: 'sys_category',
  description:
    '分类字典：新增时按上级编出编码，编码用完时拒绝；有记录在用的分类和文档提供的分类不能删除。读 pid、code、name',
  async assignId(trx, record) {
    const parent = parseParentId(String(record.pid ?? ''))
    const code = await nextCode(trx, parent === '0' ? '' : parent)
    if (code === null) throw refuse('CATEGORY_CODES_USED')
    return { id: code, values: { code, pid: parent, hasChild: '0' } }
  },
  async beforeRemove({ trx, records }) {
    const codes = records.map(({ code }) => String(code))
    const uses: DictionaryUse[] = []
    for (const tree of new Set(codes.flatMap(listTrees))) {
      const below = codes.filter((code) => code.startsWith(tree))
      uses.push(
        ...(await dictionaryUses(trx, `category:${tree}`, below)).filter(({ records }) => records > 0),
      )
    }
    if (uses.length > 0) {
      const count = uses.reduce((sum, use) => sum + use.records, 0)
      throw refuse('CATEGORY_USED', { values: { count, places: placesText(uses) } })
    }
    const shipped = await findShipped(trx, codes)
    if (!shipped) return
    const name = String(records.find(({ code }) => code === shipped.code)?.name)
    throw refuse('CATEGORY_SHIPPED', { values: { name, origin: shipped.origin } })
  },
}
