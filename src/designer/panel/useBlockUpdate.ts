import type { JsonObject } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { DraftSession } from '../draft/DraftSession.ts'
import { updateBlock } from './block-edit.ts'

/** Changes a block after an answer has come, in the document as it is then. */
export function useBlockUpdate(session: DraftSession) {
  const { notify } = useServices()
  return (block: JsonObject, edit: (present: JsonObject) => JsonObject) => {
    const next = updateBlock(session.getSnapshot().document, block, edit)
    if (next) session.change(next)
    else notify('info', '这一块已删除，没有写入')
  }
}
