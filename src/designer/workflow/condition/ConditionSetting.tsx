import { Button, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import type { DrawValue } from '#runtime/fields/kit/advanced-query/ConditionRow.tsx'
import { ConditionValue } from '#runtime/fields/kit/advanced-query/ConditionValue.tsx'
import { QueryBuilder } from '#runtime/fields/kit/advanced-query/QueryBuilder.tsx'
import { asText, isSameJson } from '#runtime/kernel/json.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { ExpressionControl } from '../../formula/expression-widget.ts'
import type { BoundScreen } from '../useBoundScreen.ts'
import { ConditionText } from './ConditionText.tsx'
import { readCondition, writeCondition } from './condition-expression.ts'

interface Props {
  label: string
  /** What it means that there is no condition. */
  empty: string
  value: unknown
  bound: BoundScreen
  onChange(when: string | undefined): void
}

const oneCondition: ConditionGroup = { matchType: 'and', params: [{ field: '', rule: 'eq', val: '' }] }

/** A condition in the words of the query builder, or as an expression where those do not suffice. */
export function ConditionSetting({ label, empty, value, bound, onChange }: Props) {
  const when = asText(value) ?? ''
  const [isOpen, setOpen] = useState(false)
  const [isTyped, setTyped] = useState(false)
  const group = useMemo(() => (when === '' ? oneCondition : readCondition(when)), [when])
  const isFormula = isTyped || !group
  return (
    <section className="view-flow-condition" aria-label={label}>
      <b>{label}</b>
      {isFormula ? (
        <ExpressionControl
          field={{ key: 'when', title: label, type: 'input' }}
          id="when"
          value={when}
          values={{}}
          readOnly={false}
          disabled={false}
          invalid={false}
          onChange={(next) => onChange(asText(next) || undefined)}
          onBlur={() => {}}
          patch={() => {}}
        />
      ) : (
        <p>{when === '' ? empty : <ConditionText when={when} bound={bound} />}</p>
      )}
      <div className="view-design-choices">
        {!isFormula && (
          <Button size="small" disabled={!bound.screen} onClick={() => setOpen(true)}>
            {when === '' ? '设置条件' : '修改条件'}
          </Button>
        )}
        {!isFormula && when !== '' && (
          <Button size="small" onClick={() => onChange(undefined)}>
            清除
          </Button>
        )}
        {group && (
          <Button type="link" size="small" onClick={() => setTyped(!isTyped)}>
            {isTyped ? '选字段和规则' : '写表达式'}
          </Button>
        )}
      </div>
      {isFormula && !group && (
        <p className="view-design-hint">
          这个条件用到了计算，只能写表达式：
          <ConditionText when={when} bound={bound} />
        </p>
      )}
      {isOpen && group && (
        <ConditionDialog
          title={label}
          initial={group}
          bound={bound}
          onClose={() => setOpen(false)}
          onChange={onChange}
        />
      )}
    </section>
  )
}

interface DialogProps {
  title: string
  initial: ConditionGroup
  bound: BoundScreen
  onChange(when: string): void
  onClose(): void
}

/** The value of a condition; a workflow compares with days, not with words such as 上月. */
const drawValue: DrawValue = ({ condition, queried, onChange }) => (
  <ConditionValue
    key={condition.field}
    condition={condition}
    queried={{ ...queried, isDate: false }}
    onChange={(val) => onChange({ ...condition, val })}
  />
)

function ConditionDialog({ title, initial, bound, onChange, onClose }: DialogProps) {
  const { screen, queried, codes } = bound
  const [group, setGroup] = useState(initial)
  const { closing } = useDiscardGuard(!isSameJson(group, initial), onClose)
  const when = writeCondition(group, (field) => queried.get(field)?.type.dataType === 'number')
  return (
    <Modal
      open
      title={title}
      width={720}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: when === undefined }}
      onOk={() => {
        if (when !== undefined) onChange(when)
        onClose()
      }}
      {...closing}
    >
      <Dictionaries codes={codes}>
        <QueryBuilder
          initial={initial}
          fields={queried}
          {...(screen && { url: `/resource/${screen.id}/list` })}
          drawValue={drawValue}
          onChange={setGroup}
        />
      </Dictionaries>
    </Modal>
  )
}
