import type { PublicField, PublicValue } from '#runtime/schema/kinds/screen/public/view.ts'

/** The texts of the controls by the keys of the fields. */
export type Texts = Readonly<Record<string, string>>

/** Joins several chosen values, as records store them. */
const SEPARATOR = ','
export const splitChosen = (text: string): string[] => (text === '' ? [] : text.split(SEPARATOR))
export const joinChosen = (values: readonly string[]): string => values.join(SEPARATOR)

/** The text of a default value in its control. */
export function initialText({ control, value }: PublicField): string {
  if (value === undefined || value === null) return ''
  const text = String(value)
  if (control === 'datetime') return text.replace(' ', 'T').slice(0, 16)
  return control === 'time' ? text.slice(0, 5) : text
}

/** The text of a control as the server reads it. */
export function toValue({ control, choices }: PublicField, text: string): PublicValue {
  const content = text.trim() === '' ? '' : text
  if (content === '') return null
  if (control === 'datetime') return `${content.replace('T', ' ')}:00`.slice(0, 19)
  if (control === 'time') return `${content}:00`.slice(0, 8)
  if (control === 'choice') return choices?.find(({ value }) => String(value) === content)?.value ?? content
  return content
}

/** Decides a condition (`conditions.ts`), which may stay open; null while its code is not there. */
export type Decide =
  | ((condition: string, fields: readonly PublicField[], texts: Texts) => boolean | null | undefined)
  | null

export const hasConditions = (fields: readonly PublicField[]): boolean =>
  fields.some(({ showIf, requireIf }) => showIf !== undefined || requireIf !== undefined)

/** A field with a condition waits for the code that decides it. */
export const isVisible = (
  { showIf }: PublicField,
  fields: readonly PublicField[],
  texts: Texts,
  decide: Decide,
): boolean => showIf === undefined || (decide !== null && decide(showIf, fields, texts) !== false)

export const isNeeded = (
  { isRequired, requireIf }: PublicField,
  fields: readonly PublicField[],
  texts: Texts,
  decide: Decide,
): boolean => isRequired || (requireIf !== undefined && decide?.(requireIf, fields, texts) === true)
