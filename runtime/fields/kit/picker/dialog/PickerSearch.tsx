import { Button } from 'antd'
import type { FormEvent } from 'react'
import { isTextInput } from '#runtime/ui/focus/buffer-keystrokes.ts'
import { useFocusWhenReady } from '#runtime/ui/focus/focus-when-ready.ts'
import { AdvancedButton } from '../../advanced-query/AdvancedButton.tsx'
import { QueryItem } from '../../query/QueryItem.tsx'
import type { Picker } from '../usePicker.ts'

interface Props {
  picker: Picker
  /** Opens the dialog of the advanced query. */
  onAdvanced(): void
}

/** The query form of a picker, and the button of its advanced query. */
export function PickerSearch({ picker, onAdvanced }: Props) {
  const { plan } = picker
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
      {plan?.query.map(({ field, type }) => (
        <QueryItem
          key={field.key}
          field={field}
          type={type}
          params={picker.draft}
          onChange={(params) => picker.setDraft((draft) => ({ ...dropParams(draft, field.key), ...params }))}
        />
      ))}
      <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 8 }}>
        {plan && plan.query.length > 0 && (
          <>
            <Button htmlType="submit">查询</Button>
            <Button type="text" onClick={picker.reset}>
              重置
            </Button>
          </>
        )}
        {plan?.isAdvanced && (
          <AdvancedButton
            isActive={picker.advanced !== null}
            onOpen={onAdvanced}
            onClear={() => picker.setAdvanced(null)}
          />
        )}
      </span>
    </form>
  )
}

const dropParams = (params: Readonly<Record<string, string>>, key: string) =>
  Object.fromEntries(
    Object.entries(params).filter(
      ([name]) => ![key, `${key}_begin`, `${key}_end`, `${key}_MultiString`].includes(name),
    ),
  )
