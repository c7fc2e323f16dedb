import Type, { type TObject, type TSchema } from 'typebox'
import type { NeededField } from '#runtime/schema/names/known-names.ts'

/** The fields that a record must have for code that reads these values. The audit fields are in every record. */
export const neededFields = (reads: TObject): NeededField[] =>
  Object.entries(reads.properties).map(([key, schema]) => ({
    key,
    isOptional: Type.IsOptional(schema),
    ...describeKind(key, schema),
  }))

function describeKind(key: string, schema: TSchema): Pick<NeededField, 'value' | 'fields'> {
  if (Type.IsString(schema)) return { value: 'text' }
  if (Type.IsNumber(schema) || Type.IsInteger(schema)) return { value: 'number' }
  if (Type.IsArray(schema) && Type.IsObject(schema.items))
    return { value: 'rows', fields: neededFields(schema.items) }
  throw new Error(`${key}: an effect reads texts, numbers, or arrays of objects with these`)
}
