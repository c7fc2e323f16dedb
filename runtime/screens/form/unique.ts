import type { Http } from '../../data/http.ts'
import { AppError } from '../../kernel/errors.ts'
import { titleOf } from '../../schema/derive.ts'
import type { Field } from '../../schema/types.ts'

interface Question {
  screen: string
  field: Field
  value: unknown
  /** The record that may have it: the one being edited. */
  id?: string
}

/**
 * What to say when another record has the value already; null when it is free, is not to be unique, or could not be
 * asked: the server looks again when it saves.
 */
export async function askTaken(http: Http, { screen, field, value, id }: Question): Promise<string | null> {
  const rule = field.validateRules?.find(({ unique }) => unique)
  const fieldVal = String(value ?? '')
  if (!rule || fieldVal === '') return null
  const question = { tableName: screen, fieldName: field.key, fieldVal, ...(id ? { dataId: id } : {}) }
  try {
    await http.get('/sys/duplicate/check', question)
    return null
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'BUSINESS'
    return isTaken ? (rule.message ?? `${titleOf(field)}已存在`) : null
  }
}
