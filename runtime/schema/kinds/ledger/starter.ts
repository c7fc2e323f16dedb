import { firstKeys, requireSource, type Starter } from '../starter.ts'

/** The balance is a screen of the same name; its first field is what is counted. */
export const ledgerStarter: Starter = {
  needsSource: true,
  namesLater: true,
  parts(input) {
    const source = requireSource(input)
    const [dimension = 'fname', measure = 'fnum'] = firstKeys(source, 2)
    return {
      needs: `${input.id.replace('/', ':')}:close`,
      entries: `${source.id}-entry`,
      balance: source.id,
      dimensions: [dimension],
      measures: [{ key: measure, minimum: 0 }],
    }
  },
}
