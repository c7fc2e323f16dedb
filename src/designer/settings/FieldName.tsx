import Input from 'antd/es/input/Input'
import { useId, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import type { RenamedField } from '../api.ts'
import { getKey, keyFault } from '../document-edit.ts'

const RenameDialog = lazyDialog(async () => (await import('../release/RenameDialog.tsx')).RenameDialog)

/** A released field: everything that names it follows another name. */
export interface ReleasedName extends Pick<RenamedField, 'detail'> {
  /** The id of the released document, and its draft. */
  id: string
  document: JsonObject
  /** Receives the draft with the new key. */
  onRename(document: JsonObject, key: string): void
}

interface Props {
  field: JsonObject
  /** The keys of the fields of the same list. */
  siblings: ReadonlySet<string>
  /** Absent for a field that was never released: its name changes in the draft. */
  released?: ReleasedName | undefined
  onChange(field: JsonObject): void
}

/** The key of a field, written when the input is left: a part of what is typed may be the key of another field. */
export function FieldName({ field, siblings, released, onChange }: Props) {
  const id = useId()
  const key = getKey(field)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? key
  const fault = text === key ? '' : keyFault(text, siblings)
  const [to, setTo] = useState<string | null>(null)
  const write = () => {
    if (fault !== '') return
    if (released && text !== key) return setTo(text)
    setTyped(null)
    if (text !== key) onChange({ ...field, key: text })
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
      {released && to !== null && (
        <RenameDialog
          id={released.id}
          document={released.document}
          renaming={{
            ...(released.detail !== undefined && { detail: released.detail }),
            from: key,
            to,
          }}
          onClose={() => {
            setTo(null)
            setTyped(null)
          }}
          onRename={(document) => released.onRename(document, to)}
        />
      )}
      {fault !== '' && (
        <p id={`${id}-fault`} className="view-design-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
