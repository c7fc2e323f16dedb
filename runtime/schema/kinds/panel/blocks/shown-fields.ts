import { type JsonObject, listTexts } from '#runtime/kernel/json.ts'
import { type DataSetting, fieldOptions, hasMembers, isField, type SourceField } from './block-plan.ts'

/** Fields that a new table or description begins with. */
const FIRST_FIELDS = 5

/** The block with the fields that it has, if all of them are fields of its records, else with the first ones. */
export function bindFields(block: JsonObject, fields: readonly SourceField[]): JsonObject {
  const { fields: keys } = block
  const isKept = Array.isArray(keys) && keys.length > 0 && keys.every((key) => isField(key, fields))
  return { ...block, fields: isKept ? keys : fields.slice(0, FIRST_FIELDS).map(({ key }) => key) }
}

export const fieldsSetting = (block: JsonObject, fields: readonly SourceField[]): DataSetting => ({
  kind: 'many',
  label: '字段',
  options: fieldOptions(fields),
  values: listTexts(block.fields),
  change: (keys) => ({ ...block, fields: keys }),
})

export const missingFields = ({ fields }: JsonObject): string | undefined =>
  hasMembers(fields) ? undefined : '请在右边选字段'
