import { Table } from 'antd'
import { type ComparedValue, splitDifference } from '#runtime/record/changes/history.ts'
import './history.css'

interface Props {
  values: readonly ComparedValue[]
  /** The headings of the columns of the older and the newer version. */
  titles: readonly [string, string]
}

/** A text with its changed part marked; an empty text is drawn as a dash. */
function Marked({ text, other, isOld }: { text: string; other: string; isOld: boolean }) {
  if (text === '') return <span className="pro-history-none">—</span>
  if (other === '' || text === other) return text
  const { start, removed, added, end } = isOld ? splitDifference(text, other) : splitDifference(other, text)
  const changed = isOld ? removed : added
  return (
    <>
      {start}
      {changed !== '' && <mark>{changed}</mark>}
      {end}
    </>
  )
}

/** Two versions side by side by the titles of their fields; differing values are marked. */
export function Differences({ values, titles: [older, newer] }: Props) {
  return (
    <Table<ComparedValue>
      size="small"
      rowKey="key"
      className="pro-history-table"
      pagination={false}
      dataSource={[...values]}
      rowClassName={({ isChanged }) => (isChanged ? 'pro-history-changed' : '')}
      columns={[
        { title: '字段名', dataIndex: 'title', width: '28%' },
        {
          title: older,
          dataIndex: 'before',
          width: '36%',
          render: (_, { before, after }) => <Marked text={before} other={after} isOld />,
        },
        {
          title: newer,
          dataIndex: 'after',
          width: '36%',
          render: (_, { before, after }) => <Marked text={after} other={before} isOld={false} />,
        },
      ]}
    />
  )
}
