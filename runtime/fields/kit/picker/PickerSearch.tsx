import { Button } from 'antd'
import type { FormEvent } from 'react'
import { isTextInput } from '#runtime/ui/buffer-keystrokes.ts'
import { useFocusWhenReady } from '#runtime/ui/focus-when-ready.ts'
import { QueryItem } from '../query/QueryItem.tsx'
import type { Picker } from './usePicker.ts'

/** The query form of a picker. */
export function PickerSearch({ picker }: { picker: Picker }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    picker.search()
  }
  const form = useFocusWhenReady<HTMLFormElement>((element) =>
    [...element.querySelectorAll('input')].find((input) => isTextInput(input) && input.role !== 'combobox'),
  )
  return (
    <form
      ref={form}
      aria-label="查询条件"
      onSubmit={submit}
      style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 24px', marginBlockEnd: 12 }}
    >
      {picker.plan?.query.map(({ field, type }) => (
        <QueryItem
          key={field.key}
          field={field}
          type={type}
          params={picker.draft}
          onChange={(params) =>
            picker.setDraft((draft) => ({ ...withoutParamsOf(draft, field.key), ...params }))
          }
        />
      ))}
      <span>
        <Button htmlType="submit">查询</Button>
        <Button type="text" onClick={picker.reset}>
          重置
        </Button>
      </span>
    </form>
  )
}

const withoutParamsOf = (params: Readonly<Record<string, string>>, key: string) =>
  Object.fromEntries(
    Object.entries(params).filter(
      ([name]) => ![key, `${key}_begin`, `${key}_end`, `${key}_MultiString`].includes(name),
    ),
  )
