interface Summed {
  title?: string
  statistics?: readonly ('sum' | 'average')[]
}

const amountTitle = /金额|价|款/

const isSummed = ({ statistics }: Summed): boolean => statistics?.includes('sum') === true

/** The first summed field with the title of an amount. */
const namedAmount = <F extends Summed>(fields: readonly F[]): F | undefined =>
  fields.find((field) => isSummed(field) && amountTitle.test(field.title ?? ''))

/** The number that sums a record up: the first summed field with the title of an amount, else the last summed one. */
export const amountField = <F extends Summed>(fields: readonly F[]): F | undefined =>
  namedAmount(fields) ?? fields.findLast(isSummed)

/** The number that stands for a row of a list or report: an amount, else its first summed number, else its first one. */
export const leadingFigure = <F extends Summed>(fields: readonly F[]): F | undefined =>
  namedAmount(fields) ?? fields.find(isSummed) ?? fields[0]
