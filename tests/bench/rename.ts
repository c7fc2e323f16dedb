import type { JsonObject } from '#runtime/kernel/json.ts'
import { renameIn, shipped } from '../unit/schema/rename/shipped.ts'
import { type Budget, median } from './measure/budget.ts'

const ROUNDS = 3
const USERS = 100

/** A screen with a price, and 200 documents that name it: pickers and screens that take it over. */
function buildDocuments(): JsonObject[] {
  const goods = {
    version: 2,
    kind: 'screen',
    id: 'bench/goods',
    title: '货品',
    table: { name: 'bench_goods' },
    fields: [
      { key: 'fname', title: '名称', type: 'input' },
      { key: 'fprice', title: '单价', type: 'inputNumber', scale: 2 },
    ],
  }
  const users = Array.from({ length: USERS }, (_, at): JsonObject[] => [
    {
      version: 2,
      kind: 'picker',
      id: `bench/pick-${at}`,
      title: '选货品',
      code: `bench_pick_${at}`,
      source: { screen: 'bench/goods' },
      fields: ['fname', 'fprice'],
      returns: { id: 'id', text: 'fname' },
    },
    {
      version: 2,
      kind: 'screen',
      id: `bench/bill-${at}`,
      title: '单据',
      table: { name: `bench_bill_${at}` },
      fields: [
        {
          key: 'fgoods',
          title: '货品',
          type: 'popup',
          popupCode: `bench_pick_${at}`,
          orgFields: ['id', 'fprice'],
          destFields: ['fgoodsid', 'fprice'],
        },
        { key: 'fgoodsid', title: '货品主键', type: 'hidden' },
        { key: 'fprice', title: '单价', type: 'inputNumber', scale: 2 },
        { key: 'ftax', title: '税', type: 'inputNumber', scale: 2, compute: 'fprice * 0.1' },
      ],
    },
  ])
  return [...shipped, goods, ...users.flat()]
}

/** The rename of a field that 200 documents name, among all shipped ones, with the checks before and after. */
export async function benchRename(): Promise<Budget[]> {
  const documents = buildDocuments()
  const times: number[] = []
  let count = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now()
    const result = renameIn(documents, { kind: 'field', screen: 'bench/goods', from: 'fprice', to: 'fcost' })
    // The first round compiles the check.
    if (round > 0) times.push(performance.now() - start)
    if (!result.ok) throw new Error(result.faults.join('\n'))
    count = result.documents.length
  }
  if (count !== 2 * USERS + 1) throw new Error(`${count} documents have changed`)
  return [{ name: `rename of a field in ${count} documents`, value: median(times), limit: 2000, unit: 'ms' }]
}
