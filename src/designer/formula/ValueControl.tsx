import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { readText } from '#runtime/kernel/json.ts'
import { ExpressionControl } from './ExpressionControl.tsx'

const kinds = [
  { value: 'fixed' as const, label: '固定值' },
  { value: 'expression' as const, label: '表达式' },
]

/** A fixed value in the control of its type, or an expression, which documents write after `=`. */
export function ValueControl(props: ControlProps) {
  const { value, field, onChange } = props
  const text = readText(value)
  const [isChosen, setChosen] = useState(false)
  const isExpression = text.startsWith('=') || (isChosen && text === '')
  const Fixed = useFieldTypes().get(field.type)?.Control
  // A control draws the widget of its field, which is this one.
  const plain = useMemo(() => {
    const { widget: _, ...rest } = field
    return rest
  }, [field])
  const choose = (kind: string) => {
    setChosen(kind === 'expression')
    if (text !== '') onChange(null)
  }
  return (
    <div className="view-design-value">
      {isExpression ? (
        <ExpressionControl
          {...props}
          autoFocus={isChosen}
          value={text.slice(1)}
          onChange={(next) => {
            setChosen(true)
            onChange(next ? `=${String(next)}` : null)
          }}
        />
      ) : (
        Fixed && (
          <Fixed
            {...props}
            field={plain}
            onChange={(next: unknown) => {
              setChosen(readText(next).startsWith('='))
              onChange(next)
            }}
          />
        )
      )}
      <Segmented
        size="small"
        aria-label={`${String(field.title ?? field.key)}的写法`}
        options={kinds}
        value={isExpression ? 'expression' : 'fixed'}
        onChange={choose}
      />
    </div>
  )
}
