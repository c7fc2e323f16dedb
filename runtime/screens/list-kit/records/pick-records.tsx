import type { ActionPlan } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { PickerModal } from '#runtime/fields/kit/picker/dialog/PickerModal.tsx'
import type { ActionContext } from '../action-context.ts'

/** Opens the picker of a button, whose call is sent with the picked records. */
export function pickRecords(action: ActionPlan, { show, perform }: ActionContext): void {
  const { pick: code = '', title } = action
  const close = () => show(null)
  const take = (rows: readonly ListRow[]) => {
    close()
    void perform({ ...action, kind: 'call' }, rows)
  }
  show(<PickerModal code={code} many title={title} onClose={close} onSelect={take} />)
}
