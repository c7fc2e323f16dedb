import { fieldValues } from '#runtime/fields/values.ts'
import { isRequired } from '#runtime/schema/derive.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { Can } from '../../../documents/readable-scope.ts'
import type { DictionaryWords } from '../../dictionary-services.ts'
import type { Resource } from '../../resource.ts'
import type { Cell } from '../workbook/cells.ts'
import { type FieldColumn, sheetColumn } from '../workbook/headings.ts'
import { CHOICES_SHEET, listSheetNames } from '../workbook/sheet-names.ts'
import { columnLetters, type Sheet, type SheetColumn } from '../workbook/sheet-xml.ts'
import { writeWorkbook } from '../workbook/workbook.ts'
import { EXAMPLE_MARK, NOTE_HEADING } from './import-drafts.ts'
import { findParentKey } from './import-parents.ts'
import { importPlan, isTemplateColumn } from './import-plan.ts'

/** Longer dictionaries have no list to choose from: the text is typed. */
const MAX_CHOICES = 500
const NOTE_WIDTH = 28

/** Columns of texts to choose from, on a hidden sheet. */
class Choices {
  readonly #lists: string[][] = []
  readonly #columns = new Map<string, number>()

  constructor(readonly dictionaries: DictionaryWords) {}

  async #textsOf({ field, column }: FieldColumn): Promise<string[]> {
    if (column.dictCode !== null) {
      const items = await this.dictionaries.items(column.dictCode, {
        limit: MAX_CHOICES + 1,
        onlyEnabled: true,
      })
      return items.length > MAX_CHOICES ? [] : items.map(({ text }) => text)
    }
    const half = fieldValues.get(field.type)
    const options = Array.isArray(field.options) ? field.options : []
    return options.map(
      ({ value }) => half?.toText(half.fromWire(value, field), field, noLookup, 'full') ?? '',
    )
  }

  /** The texts of a column's list, and their range; null for a column without a list. */
  async add(column: FieldColumn): Promise<{ texts: readonly string[]; range: string } | null> {
    const texts = (await this.#textsOf(column)).filter((text) => text !== '')
    if (texts.length === 0) return null
    const key = JSON.stringify(texts)
    const at = this.#columns.get(key) ?? this.#lists.push(texts) - 1
    this.#columns.set(key, at)
    const letters = columnLetters(at)
    return { texts, range: `'${CHOICES_SHEET}'!$${letters}$1:$${letters}$${texts.length}` }
  }

  sheet(): Sheet[] {
    const length = Math.max(0, ...this.#lists.map((list) => list.length))
    if (length === 0) return []
    const rows = Array.from({ length }, (_, row) => this.#lists.map((list): Cell => list[row] ?? null))
    const columns = this.#lists.map(() => ({ title: '', width: NOTE_WIDTH }))
    return [{ name: CHOICES_SHEET, columns, rows: [rows], isHidden: true, hasHeader: false }]
  }
}

async function buildSheet(
  name: string,
  columns: readonly FieldColumn[],
  choices: Choices,
  parentKey: string | null = null,
): Promise<Sheet> {
  const drawn: SheetColumn[] = []
  const example: Cell[] = []
  /** How many columns so far have each list: two columns of one list mean different things, such as from and to. */
  const uses = new Map<string, number>()
  for (const column of columns) {
    const list = await choices.add(column)
    const use = uses.get(list?.range ?? '') ?? 0
    uses.set(list?.range ?? '', use + 1)
    drawn.push({
      ...sheetColumn(column),
      isRequired: isRequired(column.field),
      ...(list && { choices: list.range }),
    })
    // These would have to suit its other values: its parent in a tree, and a list that they limit.
    const isBound = column.field.key === parentKey || (column.field.dictWhere && !isRequired(column.field))
    example.push(
      isBound
        ? null
        : (list?.texts[use % list.texts.length] ?? fieldValues.get(column.field.type)?.example ?? null),
    )
  }
  drawn.push({ title: NOTE_HEADING, width: NOTE_WIDTH })
  return { name, columns: drawn, rows: [[[...example, EXAMPLE_MARK]]] }
}

/** The workbook that users fill in: required headings marked, lists to choose from, an example, a sheet for detail rows. */
export async function templateWorkbook(
  resource: Resource,
  can: Can,
  dictionaries: DictionaryWords,
): Promise<Buffer> {
  const plan = importPlan(resource, can)
  const choices = new Choices(dictionaries)
  const head = plan.head.filter(isTemplateColumn)
  // Rows of the detail sheets repeat these columns, so the head has them too.
  const identity = plan.details.length > 0 || plan.match.length > 0 ? plan.identity : []
  const leading = identity.filter(({ field }) => !head.some((column) => column.field.key === field.key))
  const parentKey = findParentKey(resource, plan)
  const sheets = [await buildSheet(listSheetNames(resource).head, [...leading, ...head], choices, parentKey)]
  for (const { sheet, columns } of plan.details)
    sheets.push(await buildSheet(sheet, [...plan.identity, ...columns.filter(isTemplateColumn)], choices))
  const chunks: Buffer[] = []
  for await (const chunk of writeWorkbook([...sheets, ...choices.sheet()])) chunks.push(chunk)
  return Buffer.concat(chunks)
}
