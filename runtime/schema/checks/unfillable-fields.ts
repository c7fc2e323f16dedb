import { asText, type JsonObject, listObjectEntries, listTexts } from '#runtime/kernel/json.ts'
import { type FieldsContext, type Level, part } from './context.ts'

/** Keys whose value the server or another field writes. */
const sources = ['defaultValue', 'compute', 'auto', 'from', 'rollup', 'follow']

/** The fields of a level that a chosen record, option or level writes. */
const filledBy = ({ fields }: Level): Set<string> =>
  new Set(
    fields.flatMap(([, field]) => [
      ...listTexts(field.destFields),
      ...listTexts(part(field, 'onPick').fill),
      ...(asText(field.idField) ?? []),
    ]),
  )

/** The fields of the head that other parts of documents write: the flow, trees, and lists below the records of others. */
function filledByParts({ document, knownNames }: FieldsContext): Set<unknown> {
  const others = [...knownNames.documents.values()].flatMap((other) => [
    ...listObjectEntries(other.panes),
    ...listObjectEntries(other.related),
    ...listObjectEntries(other.fields).flatMap(([, field]) => listObjectEntries(field.panes)),
  ])
  const ours = others.filter(([, { screen }]) => screen === document.id)
  return new Set([
    part(document, 'flow').field,
    part(document, 'tree').parent,
    part(document, 'sideTree').field,
    ...ours.flatMap(([, pane]) => [pane.by, ...Object.keys(part(pane, 'bind'))]),
  ])
}

const isRequired = (field: JsonObject): boolean =>
  listObjectEntries(field.validateRules).some(
    ([, rule]) => rule.required === true && rule.level !== 'warning',
  )

/** Why no one can fill a field, and the word that says so; undefined where a form asks for it. */
function lockedBy(field: JsonObject): [word: string, fault: string, remedy: string] | undefined {
  if (field.type === 'hidden' || field.form === false)
    return ['validateRules', '表单里不显示', '请写 defaultValue，由别的字段带出，或删去 required']
  if (field.disabled === true)
    return ['disabled', '不能填写', '请写 defaultValue，由别的字段带出，或删去 disabled 或 required']
  return undefined
}

/** Reports required fields that no form asks for and nothing else fills: no record could be saved. */
export function checkUnfillable(context: FieldsContext): void {
  const { document, details, head, report } = context
  // Hooks, other servers and what a form loads may fill any field.
  if ([document.hooks, document.url, document.load].some((source) => source !== undefined)) return
  // Nobody fills in a form of records that effects and ledgers write.
  if (part(document, 'table').derived === true) return
  // Reading all documents is left to the fields that need it.
  let ofParts: Set<unknown> | undefined
  const isFilledByPart = (key: unknown) => {
    ofParts ??= filledByParts(context)
    return ofParts.has(key)
  }
  for (const level of [head, ...details]) {
    const filled = filledBy(level)
    for (const [index, field] of level.fields) {
      const locked = lockedBy(field)
      if (!locked || !isRequired(field) || sources.some((key) => field[key] !== undefined)) continue
      if (filled.has(asText(field.key) ?? '') || (level === head && isFilledByPart(field.key))) continue
      const [word, fault, remedy] = locked
      report([...level.path, index, word], {
        code: 'BAD_VALUE',
        text: `必填，可是${fault}，也没有别处填它：${remedy}`,
      })
    }
  }
}
