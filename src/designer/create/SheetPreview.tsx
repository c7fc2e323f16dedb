import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { getKey } from '../document-edit.ts'
import type { Guess } from './guess-fields.ts'
import type { Sheet } from './read-sheet.ts'

const MAX_ROWS = 3
const MAX_OPTIONS = 4

interface Props {
  sheet: Sheet
  guess: Guess
}

/** What the rules and settings of a guessed field say, in a few words. */
function describeField(field: JsonObject, formula: string | undefined): string {
  const rules = listObjects(field.validateRules)
  const options = listObjects(field.options).map(({ text }) => String(text))
  const firstOptions = options.slice(0, MAX_OPTIONS).join('、')
  return [
    ...(formula === undefined ? [] : [`= ${formula}`]),
    ...(rules.some(({ required }) => required === true) ? ['必填'] : []),
    ...(rules.some(({ unique }) => unique === true) ? ['不重复'] : []),
    ...rules.flatMap(({ message }) => (typeof message === 'string' ? [message] : [])),
    ...(options.length > 0
      ? [options.length > MAX_OPTIONS ? `${firstOptions}等 ${options.length} 项` : firstOptions]
      : []),
    ...(Number(field.scale) > 0 ? [`${field.scale} 位小数`] : []),
  ].join('；')
}

/** The fields that follow from a pasted sheet, each with its first values, and what of the sheet is left out. */
export function SheetPreview({ sheet, guess }: Props) {
  const types = useFieldTypes()
  const firstRows = guess.rows.slice(0, MAX_ROWS)
  return (
    <section className="view-design-pasted" aria-label="从粘贴的内容得到的字段">
      <table>
        <thead>
          <tr>
            <th scope="col">字段</th>
            <th scope="col">类型</th>
            <th scope="col">规则</th>
            <th scope="col">前几行</th>
          </tr>
        </thead>
        <tbody>
          {guess.fields.map((field, at) => {
            const key = getKey(field)
            return (
              <tr key={key}>
                <th scope="row">{String(field.title)}</th>
                <td>{types.get(String(field.type))?.designer.label}</td>
                <td>{describeField(field, guess.formulas.get(key))}</td>
                <td>{firstRows.map((row) => row[at] || '—').join(' ｜ ')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p>
        {guess.fields.length} 个字段，{guess.rows.length} 行数据按原来的次序导入
        {sheet.dropped.length > 0 && `；没有算作数据的：${sheet.dropped.join('、')}`}。
      </p>
    </section>
  )
}
