import { Button, ConfigProvider, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, Suspense, useState } from 'react'
import { LookupProvider } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { isTextInput } from '#runtime/ui/focus/buffer-keystrokes.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { type Picker, type PickerOptions, usePicker } from '../usePicker.ts'
import { PickerSearch } from './PickerSearch.tsx'
import { focusFirstRow, PickerTable } from './PickerTable.tsx'
import { PickerTree } from './PickerTree.tsx'
import { AllButton, PickerFailure, type PickerFrameProps } from './picker-frame.tsx'
import { SelectionList } from './SelectionList.tsx'

const PickerQuery = lazyDialog(async () => (await import('./PickerQuery.tsx')).PickerQuery)
const PickerSheet = lazyPart(async () => (await import('./PickerSheet.tsx')).PickerSheet)

export interface Props extends PickerOptions {
  title: string
  onClose(): void
}

/** Search form, rows and selection: a dialog, on a phone a sheet. Mounted while it is open. */
export function PickerModal({ title, onClose, ...options }: Props) {
  const picker = usePicker(options)
  const narrow = useNarrow()
  const { lookup, plan } = picker
  const [isQuerying, setQuerying] = useState(false)
  const Frame = narrow ? PickerSheet : PickerDialog
  return (
    // The rows come from another screen, so they use other dictionaries.
    <LookupProvider lookup={lookup}>
      {/* The controls of a form on a phone have no borders; those of its dialogs have. */}
      <ConfigProvider variant="outlined">
        <Suspense>
          <Frame
            title={plan?.title ?? title}
            picker={picker}
            onAdvanced={() => setQuerying(true)}
            onClose={onClose}
          />
        </Suspense>
        {isQuerying && plan && <PickerQuery picker={picker} plan={plan} onClose={() => setQuerying(false)} />}
      </ConfigProvider>
    </LookupProvider>
  )
}

function PickerDialog({ title, picker, onAdvanced, onClose }: PickerFrameProps) {
  const { plan, error } = picker
  return (
    <Modal
      open
      maskClosable={false}
      title={title}
      width={`min(${plan?.width ?? 1200}px, calc(100vw - 32px))`}
      onCancel={onClose}
      onOk={picker.confirm}
      okText="确定"
      cancelText="取消"
      footer={(buttons) => <Footer picker={picker} buttons={buttons} />}
    >
      <PickerKeys picker={picker}>
        {plan && (plan.query.length > 0 || plan.isAdvanced) && (
          <PickerSearch picker={picker} onAdvanced={onAdvanced} />
        )}
        {error ? (
          <PickerFailure picker={picker} />
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
      <span style={{ marginInlineStart: 'auto', display: 'flex', gap: 8 }}>
        <AllButton picker={picker} />
        {buttons}
      </span>
    </div>
  )
}
