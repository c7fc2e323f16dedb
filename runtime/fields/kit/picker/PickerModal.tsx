import { Button, Modal } from 'antd'
import { type FormEvent, type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { isTextInput } from '#runtime/ui/buffer-keystrokes.ts'
import { useFocusWhenReady } from '#runtime/ui/focus-when-ready.ts'
import { noticeText } from '#runtime/ui/notice-text.ts'
import { RuntimeProvider, useRuntime } from '../../context.tsx'
import { QueryItem } from '../query/QueryItem.tsx'
import { focusFirstRow, PickerTable } from './PickerTable.tsx'
import { PickerTree } from './PickerTree.tsx'
import { SelectionList } from './SelectionList.tsx'
import { type Picker, type PickerOptions, usePicker } from './usePicker.ts'

interface Props extends PickerOptions {
  title: string
  onClose(): void
}

/** Search form, table and selection. Mounted while it is open. */
export function PickerModal({ title, onClose, ...options }: Props) {
  const runtime = useRuntime()
  const picker = usePicker(options)
  const { plan, lookup, error } = picker
  // The rows come from another screen, so they use other dictionaries.
  const inner = useMemo(() => ({ ...runtime, lookup }), [runtime, lookup])
  return (
    <Modal
      open
      maskClosable={false}
      title={plan?.title ?? title}
      width={`min(${plan?.width ?? 1200}px, calc(100vw - 32px))`}
      onCancel={onClose}
      onOk={picker.confirm}
      okText="确定"
      cancelText="取消"
      footer={(buttons) => <Footer picker={picker} buttons={buttons} />}
    >
      <RuntimeProvider value={inner}>
        <PickerKeys picker={picker}>
          {plan && plan.query.length > 0 && <Search picker={picker} />}
          {error ? (
            <p role="alert">
              {noticeText(error)}
              <Button type="link" onClick={picker.refresh}>
                再试一次
              </Button>
            </p>
          ) : (
            <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
              {plan?.sideTree && (
                <PickerTree tree={plan.sideTree} node={picker.node} onNode={picker.selectNode} />
              )}
              <div style={{ flex: '1 1 320px', minWidth: 0 }}>
                <PickerTable picker={picker} />
              </div>
              {plan?.showsSelection && <SelectionList picker={picker} text={plan.returns.text} />}
            </div>
          )}
        </PickerKeys>
      </RuntimeProvider>
    </Modal>
  )
}

/** Down in the search sets the focus on the first row; Ctrl and Enter confirm the selection. */
function PickerKeys({ picker, children }: { picker: Picker; children: ReactNode }) {
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    const isSearch = isTextInput(target) && (target as Element).getAttribute('aria-expanded') !== 'true'
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.ctrlKey) picker.confirm()
    else if (event.key === 'ArrowDown' && isSearch) focusFirstRow(event.currentTarget)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return <div onKeyDownCapture={press}>{children}</div>
}

function Search({ picker }: { picker: Picker }) {
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

function Footer({ picker, buttons }: { picker: Picker; buttons: ReactNode }) {
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      <span aria-live="polite">已选 {picker.chosen.size} 条</span>
      <Button type="link" size="small" disabled={picker.chosen.size === 0} onClick={picker.clear}>
        清空
      </Button>
      <Button type="link" size="small" onClick={picker.refresh}>
        刷新
      </Button>
      <span style={{ marginInlineStart: 'auto', display: 'flex', gap: 8 }}>{buttons}</span>
    </div>
  )
}
