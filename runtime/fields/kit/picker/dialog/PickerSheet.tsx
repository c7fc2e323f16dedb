import { ArrowLeftOutlined, DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import Input from 'antd/es/input/Input'
import { useEffect, useRef, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { totalText } from '#runtime/data/list-source.ts'
import { useBackStep } from '#runtime/ui/focus/useBackStep.ts'
import { Pager } from '#runtime/ui/Pager.tsx'
import { AdvancedButton } from '../../advanced-query/AdvancedButton.tsx'
import { PickerEntries } from '../PickerEntries.tsx'
import { searchKeys } from '../suggest/suggest.ts'
import type { Picker } from '../usePicker.ts'
import { PickerSearch } from './PickerSearch.tsx'
import { PickerTree } from './PickerTree.tsx'
import { AllButton, PickerFailure, type PickerFrameProps } from './picker-frame.tsx'
import './picker-sheet.css'

/** The picker on a phone, over the whole window: a search box, the records as entries, the selection at the bottom. */
export function PickerSheet({ title, picker, onAdvanced, onClose }: PickerFrameProps) {
  const { plan, page, error, isMany, chosen } = picker
  // Back closes the picker before the form.
  useBackStep(onClose)
  return (
    <Drawer
      open
      rootClassName="pro-picker-sheet"
      placement="bottom"
      height="100%"
      title={title}
      closable={{ closeIcon: <ArrowLeftOutlined aria-hidden />, 'aria-label': '返回' }}
      onClose={onClose}
      footer={
        isMany && (
          <div className="pro-picker-foot">
            <span aria-live="polite">
              已选 <b className="pro-num">{chosen.size}</b> 条
            </span>
            <Button disabled={chosen.size === 0} onClick={picker.clear}>
              清空
            </Button>
            <AllButton picker={picker} />
            <Button type="primary" onClick={picker.confirm}>
              确定
            </Button>
          </div>
        )
      }
    >
      {plan && <Filters picker={picker} plan={plan} onAdvanced={onAdvanced} />}
      {error ? (
        <PickerFailure picker={picker} />
      ) : (
        <>
          <PickerEntries picker={picker} />
          {page.total > picker.pageSize && (
            <div className="pro-picker-pages">
              <span className="pro-num">{totalText(page)}</span>
              <Pager
                current={picker.pageNo}
                pageSize={picker.pageSize}
                total={page.total}
                sizes={[]}
                narrow
                onChange={picker.changePage}
              />
            </div>
          )}
        </>
      )}
    </Drawer>
  )
}

type FiltersProps = Pick<PickerFrameProps, 'picker' | 'onAdvanced'> & { plan: NonNullable<Picker['plan']> }

/** The search box over all text fields; the other query items, the advanced query and the tree open below it. */
function Filters({ picker, plan, onAdvanced }: FiltersProps) {
  const types = useFieldTypes()
  const [isOpen, setOpen] = useState(false)
  const keys = searchKeys(plan, types)
  const hasMore = plan.isAdvanced || plan.sideTree !== undefined || plan.query.length > keys.length
  return (
    <div className="pro-picker-filters">
      <div>
        {keys.length > 0 && <SearchBox picker={picker} />}
        {hasMore && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            筛选
            {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          </Button>
        )}
      </div>
      {isOpen && (plan.query.length > 0 || plan.isAdvanced) && (
        <PickerSearch picker={picker} onAdvanced={onAdvanced} />
      )}
      {!isOpen && picker.advanced && (
        <AdvancedButton isActive onOpen={onAdvanced} onClear={() => picker.setAdvanced(null)} />
      )}
      {isOpen && plan.sideTree && (
        <PickerTree tree={plan.sideTree} node={picker.node} onNode={picker.selectNode} />
      )}
    </div>
  )
}

/** Milliseconds after the last key before the records are requested. */
const SEARCH_DELAY_MS = 300

function SearchBox({ picker }: Pick<PickerFrameProps, 'picker'>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (text: string, pause: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => picker.searchText(text), pause)
  }
  return (
    <Input
      aria-label="搜索"
      placeholder="搜索名称、编码"
      allowClear
      enterKeyHint="search"
      prefix={<SearchOutlined aria-hidden />}
      onChange={({ target }) => search(target.value, SEARCH_DELAY_MS)}
      onPressEnter={({ currentTarget }) => search(currentTarget.value, 0)}
    />
  )
}
