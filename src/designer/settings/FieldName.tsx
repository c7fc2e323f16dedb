import Input from 'antd/es/input/Input'
import { useId, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { getKey, keyFault } from '../document-edit.ts'

interface Props {
  field: JsonObject
  /** The keys of the fields of the same list. */
  siblings: ReadonlySet<string>
  /** Renames the field where it is used; absent where only its own name changes. */
  onRename?: ((to: string) => void) | undefined
  onChange(field: JsonObject): void
}

/** The key of a field, written when the input is left: a part of what is typed may be the key of another field. */
export function FieldName({ field, siblings, onRename, onChange }: Props) {
  const id = useId()
  const key = getKey(field)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? key
  const fault = text === key ? '' : keyFault(text, siblings)
  const write = () => {
    if (fault !== '') return
    setTyped(null)
    if (text === key) return
    if (onRename) onRename(text)
    else onChange({ ...field, key: text })
  }
  return (
    <div className="view-design-row">
      <label htmlFor={id}>字段名</label>
      <Input
        id={id}
        value={text}
        maxLength={64}
        {...(fault !== '' && { status: 'error' as const, 'aria-describedby': `${id}-fault` })}
        onChange={(event) => setTyped(event.target.value.trim())}
        onBlur={write}
        onPressEnter={write}
      />
      {fault !== '' && (
        <p id={`${id}-fault`} className="view-design-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
