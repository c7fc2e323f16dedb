import { Button, Tooltip } from 'antd'
import { ellipsis } from '#runtime/kernel/text/text.ts'
import type { Picker } from '../usePicker.ts'

const MAX_TEXT = 12

interface Props {
  picker: Picker
  /** Key of the text that represents a record. */
  text: string
}

/** The selected records, each with a link that removes it. */
export function SelectionList({ picker, text }: Props) {
  return (
    <section aria-label="已选记录" style={{ flex: '0 1 220px', maxHeight: 460, overflow: 'auto' }}>
      <b>已选记录</b>
      {picker.chosen.size === 0 && <p>暂无数据</p>}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {[...picker.chosen.values()].map((row) => {
          const name = String(row[text] ?? row.id)
          return (
            <li
              key={row.id}
              style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}
            >
              <Tooltip title={ellipsis(name, MAX_TEXT) === name ? undefined : name}>
                <span>{ellipsis(name, MAX_TEXT)}</span>
              </Tooltip>
              <Button
                type="link"
                size="small"
                aria-label={`删除 ${name}`}
                onClick={() => picker.unselect(row.id)}
              >
                删除
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
