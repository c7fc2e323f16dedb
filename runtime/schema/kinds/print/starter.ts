import { firstKeys, requireSource, type Starter } from '../starter.ts'

const MAX_FIELDS = 6

/** A page with the fields and the detail tables of a screen. */
export const printStarter: Starter = {
  needsSource: true,
  parts(input) {
    const source = requireSource(input)
    return {
      screen: source.id,
      page: 'A4',
      blocks: [
        { type: 'title' },
        { type: 'fields', columnCount: 2, fields: firstKeys(source, MAX_FIELDS) },
        ...source.details.map(({ key, columns }) => ({ type: 'table', detail: key, columns })),
        { type: 'signatures', names: ['制单 {createBy}', '审核'] },
      ],
    }
  },
}
