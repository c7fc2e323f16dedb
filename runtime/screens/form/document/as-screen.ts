import type { Values } from '#runtime/record/scope.ts'
import type { FormDocument, ScreenDocument } from '#runtime/schema/types.ts'

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list in a loaded response with the choices of a field. */
const readList = (answer: unknown, from: string | undefined): readonly Values[] => {
  const list = from === undefined ? answer : isObject(answer) ? answer[from] : undefined
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** The form document as a screen document, with the loaded choices; the generic routes do not serve it. */
export function asScreen(document: FormDocument, answer: unknown): ScreenDocument {
  const { version, id, title, fields, columnCount, open, width, groups, load, submit } = document
  return {
    version,
    kind: 'screen',
    id,
    title,
    url: { add: submit?.url ?? '' },
    form: { columnCount, open, width, groups },
    fields: fields.map((field) => {
      const choices = load?.options?.[field.key]
      if (!choices) return field
      const options = readList(answer, choices.from).map((item) => ({
        value: String(item[choices.value] ?? ''),
        text: String(item[choices.text] ?? item[choices.value] ?? ''),
      }))
      return { ...field, options }
    }),
  }
}

/** The message shown instead of the form if a list of choices is empty. */
export const emptyText = ({ load }: FormDocument, answer: unknown): string | undefined =>
  Object.values(load?.options ?? {}).find(
    ({ from, empty }) => empty !== undefined && readList(answer, from).length === 0,
  )?.empty

/** The values of the form fields in a loaded response. */
export function loadedValues({ fields, load }: FormDocument, answer: unknown): Values {
  if (!load || answer === undefined || answer === null) return {}
  if (load.into !== undefined) return { [load.into]: answer }
  if (!isObject(answer)) return {}
  return Object.fromEntries(
    fields.flatMap(({ key }) => (Object.hasOwn(answer, key) ? [[key, answer[key]]] : [])),
  )
}
