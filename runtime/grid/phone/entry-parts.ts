import { type Node, parseExpression } from '#runtime/kernel/expression.ts'
import { type Column, formatName } from '../columns/columns.ts'

/** The columns that the entry of a row shows. */
export interface EntryParts {
  name: Column | undefined
  main: Column | undefined
  texts: readonly Column[]
  figures: readonly Column[]
  /** The factors multiply to the main number. */
  isProduct: boolean
  /** The quantity with its unit: 200 个. */
  pieces: Column | undefined
  unit: Column | undefined
}

const MAX_TEXTS = 2
const MAX_NUMBERS = 2
const unitTitles = ['单位', '计量单位']

/** The multiplied columns in the order of the formula; other factors are skipped. */
const listFactors = (node: Node): string[] => {
  if (node.kind === 'name') return node.path.length === 1 ? [...node.path] : []
  if (node.kind !== 'binary') return []
  if (node.operator === '*') return [...listFactors(node.left), ...listFactors(node.right)]
  return node.operator === '/' ? listFactors(node.left) : []
}

/**
 * Derives the content of an entry from the columns. Its name is the first text (in a tree the column with the
 * branches). The main number is the first computed and summed number; else the first computed, the last summed, or
 * the last number. Below the name are the next texts, at most two; below the number the two factors of its product
 * (200 个 × 8.60), else the first two typed numbers. Pictures, check marks and numeric choices are shown in the form
 * only.
 */
export function buildParts(columns: readonly Column[], branch?: string): EntryParts {
  const seen = columns.filter(({ isDrawn, isPosition }) => !isDrawn && !isPosition)
  const numbers = seen.filter(({ align }) => align === 'right')
  const words = seen.filter(
    ({ align, field }) => align === 'left' && !('valueType' in field && field.valueType === 'number'),
  )
  const name = words.find(({ key }) => key === branch) ?? words[0]
  const unit = words.find((column) => column !== name && unitTitles.includes(column.title))
  const isSummed = ({ statistics }: Column) => statistics.includes('sum')
  const main =
    numbers.find((column) => column.isComputed && isSummed(column)) ??
    numbers.find((column) => column.isComputed) ??
    numbers.findLast(isSummed) ??
    numbers.at(-1)
  const formula = main?.field.compute === undefined ? null : parseExpression(main.field.compute)
  const factors = (formula?.ok ? listFactors(formula.value.node) : []).flatMap(
    (key) => numbers.find((column) => column.key === key) ?? [],
  )
  const typed = numbers.filter(
    (column) => column !== main && !column.isComputed && column.field.disabled !== true,
  )
  return {
    name,
    main,
    unit,
    pieces: main?.isComputed ? factors[0] : main,
    isProduct: factors.length > 1,
    texts: words.filter((column) => column !== name && column !== unit).slice(0, MAX_TEXTS),
    figures: (factors.length > 0 ? factors : typed).slice(0, MAX_NUMBERS),
  }
}

/** A number in the second line: whole quantities without decimals, prices with at least two. */
const short = (text: string, isCount: boolean): string =>
  isCount ? text.replace(/\.0+$/, '') : text.replace(/(\.\d\d\d*?)0+$/, '$1')

/** The texts of the entry of one row; `formatCell` returns the text of a cell. */
export function entryTexts(
  { name, main, texts, figures, pieces, unit, isProduct }: EntryParts,
  formatCell: (column: Column) => string,
) {
  const unitText = unit && pieces ? formatCell(unit) : ''
  /** With its title if neither a formula nor a unit identifies it. */
  const figure = (column: Column): string => {
    const text = formatCell(column)
    if (text === '') return ''
    if (column === pieces && unitText !== '') return `${short(text, true)} ${unitText}`
    if (column.isComputed) return text
    if (isProduct) return short(text, false)
    return `${formatName(column)} ${short(text, false)}`
  }
  const filled = (columns: readonly Column[], write: (column: Column) => string) =>
    columns.map(write).filter((text) => text !== '')
  return {
    name: name ? formatCell(name) : '',
    main: main ? figure(main) : '',
    texts: filled(texts, formatCell).join('，'),
    figures: filled(figures, figure).join(isProduct ? ' × ' : '，'),
  }
}
