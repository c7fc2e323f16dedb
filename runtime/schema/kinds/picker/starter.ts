import { firstKeys, requireSource, type Starter } from '../starter.ts'

const MAX_FIELDS = 6

export const pickerStarter: Starter = {
  needsSource: true,
  parts(input) {
    const source = requireSource(input)
    return {
      code: `rp_${input.name}`,
      source: { screen: source.id },
      fields: firstKeys(source, MAX_FIELDS),
      select: 'one',
    }
  },
}
