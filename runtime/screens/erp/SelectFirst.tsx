import { errorText } from '#runtime/kernel/errors.ts'
import { StateNote } from '#runtime/ui/StateNote.tsx'

/** Shown below a list unless exactly one record is selected. */
export const SelectFirst = ({ of, title }: { of: string; title: string }) => (
  <StateNote title={errorText('PICK_ONE')} text={`在上方选中一条${of}，这里显示它的${title}。`} />
)
