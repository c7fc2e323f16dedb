import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import { type FieldsContext, part } from '../../../checks/context.ts'

/** The field of the head that a layout names. */
export const findField = ({ head }: FieldsContext, key: unknown): JsonObject | undefined =>
  head.byKey.get(asText(key) ?? '')

/** Whether the values of a field are a closed list: options, a dictionary, or the states of the flow. */
export const hasChoices = ({ document }: FieldsContext, field: JsonObject): boolean =>
  Array.isArray(field.options) || field.dictCode !== undefined || part(document, 'flow').field === field.key
