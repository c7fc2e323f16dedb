interface Summed {
  title?: string
  statistics?: readonly ('sum' | 'average')[]
}

const amountTitle = /金额|价|款/

/** The number that sums a record up: the first summed field with the title of an amount, else the last summed one. */
export function amountField<F extends Summed>(fields: readonly F[]): F | undefined {
  const summed = fields.filter(({ statistics }) => statistics?.includes('sum'))
  return summed.find(({ title = '' }) => amountTitle.test(title)) ?? summed.at(-1)
}
