import { type ReactNode, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import type { FieldPath } from '../document-edit.ts'

const RenameDialog = lazyDialog(async () => (await import('../release/RenameDialog.tsx')).RenameDialog)

interface Setup {
  /** The id of the released document, and its draft. */
  id: string
  document: JsonObject
  /** Receives the draft with the new key, the path of the field before, and the key. */
  onRenamed(document: JsonObject, path: FieldPath, key: string): void
}

/** Renames released fields: everything that names one follows. The dialog stays when another field is selected. */
export function useFieldRename({ id, document, onRenamed }: Setup): {
  rename(path: FieldPath, to: string): void
  dialog: ReactNode
} {
  const [renaming, setRenaming] = useState<{ path: FieldPath; to: string } | null>(null)
  const rename = (path: FieldPath, to: string) => setRenaming({ path, to })
  if (!renaming) return { rename, dialog: null }
  const { path, to } = renaming
  const [detail] = path.slice(0, -1)
  const close = () => setRenaming(null)
  const dialog = (
    <RenameDialog
      id={id}
      document={document}
      renaming={{ ...(detail !== undefined && { detail }), from: path.at(-1) ?? '', to }}
      onClose={close}
      onRename={(renamed) => {
        close()
        onRenamed(renamed, path, to)
      }}
    />
  )
  return { rename, dialog }
}
