import type { JsonObject } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { DraftSession } from './DraftSession.ts'

/** Changes the draft after an answer has come, as it is then; undefined where the part that the answer is for is gone. */
export function useLateEdit(session: DraftSession) {
  const { notify } = useServices()
  return (edit: (present: JsonObject) => JsonObject | undefined) => {
    const next = edit(session.getSnapshot().document)
    if (next) session.change(next)
    else notify('info', '要改的部分已经删除或改名，没有写入')
  }
}
