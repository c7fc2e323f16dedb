import { asText, isJsonObject, listObjectEntries, listTexts } from '#runtime/kernel/json.ts'
import { type FieldsContext, part } from '../../checks/context.ts'
import type { Path } from '../../checks/report.ts'
import { isStoredField, needStored } from '../../checks/stored-fields.ts'
import type { Field } from '../../types.ts'
import { listEntries } from './check-actions.ts'

/** The length of a column that holds an id. */
const ID_LENGTH = 36

/**
 * Checks the key by which the table is divided into months: it contains an id with a time, each record has it, and whatever is
 * unique contains it, because the database compares the records of one month only.
 */
export function checkPartition(context: FieldsContext): void {
  const { document, head, report } = context
  const table = part(document, 'table')
  const key = table.partition
  if (typeof key !== 'string') return
  const path = ['table', 'partition']
  const refuse = (at: Path, text: string) => report(at, { code: 'BAD_VALUE', text })
  if (key === 'id' && table.id === 'uuid')
    refuse(path, '主键是随机的 UUID，不含时间，不能按月分区；请删去 table.id')
  if (key !== 'id') checkKeyField(context, path, key)
  const remedy = '不能要求不重复：按月分区的表只在一个月里比较；请删去 unique，或删去 table.partition'
  for (const [at, field] of head.fields)
    for (const [n, rule] of listObjectEntries(field.validateRules))
      if (rule.unique === true && field.key !== key)
        refuse([...head.path, at, 'validateRules', n, 'unique'], remedy)
  for (const [at, index] of listEntries(table.indexes))
    if (isJsonObject(index) && index.unique === true && !listTexts(index.fields).includes(key))
      refuse(['table', 'indexes', at, 'unique'], `${remedy}，或在 fields 里加上「${key}」`)
}

/** The field contains the id of a record, and is never empty. */
function checkKeyField(context: FieldsContext, path: Path, key: string): void {
  const { head, report, types } = context
  needStored(context, path, key, '不能按它分区')
  const field = head.fields.find(([, entry]) => entry.key === key)?.[1]
  if (!field || !isStoredField(context, field)) return
  const column = types.get(asText(field.type) ?? '')?.column(field as unknown as Field)
  const isId = column?.type === 'varchar' && column.length <= ID_LENGTH
  const isFilled =
    field.type === 'hidden' ||
    listObjectEntries(field.validateRules).some(([, rule]) => rule.required === true)
  if (!isId)
    report(path, {
      code: 'BAD_VALUE',
      text: `字段「${key}」存的不是一条记录的主键，不能按它分区；请写 id，或长度不超过 ${ID_LENGTH} 的字段`,
    })
  else if (!isFilled)
    report(path, {
      code: 'BAD_VALUE',
      text: `字段「${key}」可以不填，不能按它分区；请在它的 validateRules 里加 { "required": true }`,
    })
}
