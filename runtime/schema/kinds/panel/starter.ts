import { firstKeys, requireSource, type Starter } from '../starter.ts'

/** The number of records of a screen, and the newest of them. */
export const panelStarter: Starter = {
  icon: 'dashboard',
  needsSource: true,
  parts(input) {
    const source = requireSource(input)
    const from = { screen: source.id }
    return {
      needs: `${source.perm}:list`,
      blocks: [
        { type: 'statistic', title: source.title, span: 6, source: from, value: 'total', unit: '条' },
        {
          type: 'table',
          title: `最新的${source.title}`,
          span: 18,
          source: { ...from, pageSize: 5 },
          fields: firstKeys(source, 4),
        },
      ],
    }
  },
}
