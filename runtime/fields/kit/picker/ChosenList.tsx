import { Button, Tooltip } from 'antd'
import { ellipsis } from '#runtime/kernel/text.ts'
import type { Picker } from './usePicker.ts'

const cut = 12

interface Props {
  picker: Picker
  /** Key of the text that stands for a record. */
  text: string
}

/** What is chosen, each with a link that takes it out. */
export function ChosenList({ picker, text }: Props) {
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
              <Tooltip title={ellipsis(name, cut) === name ? undefined : name}>
                <span>{ellipsis(name, cut)}</span>
              </Tooltip>
              <Button
                type="link"
                size="small"
                aria-label={`删除 ${name}`}
                onClick={() => picker.drop(row.id)}
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
