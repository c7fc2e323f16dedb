import { type ReactNode, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { designApi, type RenamedField } from '../api.ts'
import { type FieldPath, fieldAt, replaceField } from '../document-edit.ts'
import type { Design } from '../draft/useDesign.ts'
import { useLateEdit } from '../draft/useLateEdit.ts'

const RenameDialog = lazyDialog(async () => (await import('../release/RenameDialog.tsx')).RenameDialog)

interface Setup {
  /** The id of the document on the server. */
  id: string
  design: Design
  /** Receives the path of the field before, and its key, after the draft has it. */
  onRenamed(path: FieldPath, key: string): void
}

const toRenaming = (path: FieldPath, to: string): RenamedField => {
  const [detail] = path.slice(0, -1)
  return { ...(detail !== undefined && { detail }), from: path.at(-1) ?? '', to }
}

/**
 * Renames fields: everything that names one follows. What follows a released name is shown first, in a dialog that stays
 * when another field is selected; another name is given at once, unless it cannot be or concerns other documents.
 */
export function useFieldRename({ id, design: { document, session }, onRenamed }: Setup): {
  rename(path: FieldPath, to: string, isReleased: boolean): void
  dialog: ReactNode
} {
  const { http } = useServices()
  const [renaming, setRenaming] = useState<{ path: FieldPath; to: string } | null>(null)
  const editLate = useLateEdit(session)
  const renameNow = async (path: FieldPath, to: string): Promise<void> => {
    const { document: before } = session.getSnapshot()
    const found = await designApi(http)
      .rename(id, before, toRenaming(path, to))
      .catch(() => null)
    const { document: present } = session.getSnapshot()
    const field = fieldAt(present, path)
    if (!field) return editLate(() => undefined)
    // What is typed meanwhile must not be lost.
    if (present !== before) return renameNow(path, to)
    const isAlone = found?.byHand.length === 0 && found.documents.every((entry) => entry.id === before.id)
    if (found && !(found.body && isAlone)) return setRenaming({ path, to })
    // Without an answer only the field and the lists of fields get the name.
    session.change(found?.body ?? replaceField(present, path, { ...field, key: to }))
    onRenamed(path, to)
  }
  const rename = (path: FieldPath, to: string, isReleased: boolean) =>
    isReleased ? setRenaming({ path, to }) : void renameNow(path, to)
  if (!renaming) return { rename, dialog: null }
  const { path, to } = renaming
  const close = () => setRenaming(null)
  const dialog = (
    <RenameDialog
      id={id}
      document={document}
      renaming={toRenaming(path, to)}
      onClose={close}
      onRename={(renamed) => {
        close()
        session.change(renamed)
        onRenamed(path, to)
      }}
    />
  )
  return { rename, dialog }
}
