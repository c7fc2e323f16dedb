import { errorText } from '#runtime/kernel/errors.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'

/** Shown below a list unless exactly one record is selected. */
export const SelectFirst = ({ title }: { title: string }) => (
  <StateNote title={errorText('PICK_ONE')} text={`在上方选中一行，这里显示它的${title}。`} />
)
